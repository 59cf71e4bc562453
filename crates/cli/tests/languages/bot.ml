(* Fertilises the first of its own tiles, and looks around if there is none. *)
let words line = List.filter (fun word -> word <> "") (String.split_on_char ' ' (String.trim line))

let answer board =
  let found = ref None in
  List.iteri
    (fun row line ->
      List.iteri (fun col score -> if int_of_string score <> 0 && !found = None then found := Some (row, col)) (words line))
    board;
  match !found with Some (row, col) -> Printf.sprintf "fertilise %d %d" row col | None -> "scout 5 5"

let () =
  let rows = int_of_string (List.nth (words (read_line ())) 1) in
  try
    while true do
      match words (read_line ()) with
      | "turn" :: _ -> print_endline (answer (List.init rows (fun _ -> read_line ())))
      | _ -> ()
    done
  with End_of_file -> ()
