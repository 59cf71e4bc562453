//! The sandbox's helper as a binary of its own, for programs that cannot re-execute themselves, such as tests.

fn main() {
    skirmish_sandbox::serve_if_helper();
    eprintln!("this program is started by a Skirmish sandbox, and does nothing by itself");
    std::process::exit(2);
}
