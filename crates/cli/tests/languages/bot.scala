// Fertilises the first of its own tiles, and looks around if there is none.
import scala.io.StdIn.readLine

object Player extends App {
  val rows = readLine().split(" ")(1).toInt
  var line = readLine()
  while (line != null) {
    if (line.startsWith("turn ")) {
      val board = Array.fill(rows)(readLine().trim.split(" +").map(_.toInt))
      val row = board.indexWhere(_.exists(_ != 0))
      println(if (row < 0) "scout 5 5" else s"fertilise $row ${board(row).indexWhere(_ != 0)}")
    }
    line = readLine()
  }
}
