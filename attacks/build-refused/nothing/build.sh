# attack: there is no result
true
