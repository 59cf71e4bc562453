// Fertilises the first of its own tiles, and looks around if there is none.
fun main() {
    val rows = readLine()!!.split(" ")[1].toInt()
    while (true) {
        val line = readLine() ?: break
        if (!line.startsWith("turn ")) continue
        val board = List(rows) { readLine()!!.trim().split(Regex(" +")).map { it.toInt() } }
        val row = board.indexOfFirst { scores -> scores.any { it != 0 } }
        println(if (row < 0) "scout 5 5" else "fertilise $row ${board[row].indexOfFirst { it != 0 }}")
    }
}
