/// Reads a table of inputs that are refused. Each line is a case: the input, the place of the error
/// ("-" for the input itself), and the reason.
func cases(_ table: String) -> [(input: String, place: String, why: String)] {
  table.split(separator: "\n").map { line in
    let columns = line.split(separator: " → ").map(String.init)
    return (columns[0], columns[1] == "-" ? "" : columns[1], columns[2])
  }
}
