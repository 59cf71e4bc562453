//! Running a bot under a debugger. Its stdin and stdout carry the match, so the debugger uses the terminal's device file
//! or a loopback port.

use std::path::Path;

use skirmish_files::search_path;
use skirmish_programs::{Origin, Program};

use crate::failure::Failure;

/// Runs a bot under pdb, which reads from and writes to the terminal device in its first argument.
const PYTHON_DEBUGGER: &str = "\
import os, pdb, sys
terminal = sys.argv[1]
sys.argv = sys.argv[2:]
path = sys.argv[0]
sys.path[0] = os.path.dirname(path)
debugger = pdb.Pdb(stdin=open(terminal), stdout=open(terminal, 'w'))
debugger.use_rawinput = False
debugger.prompt = '(bot) '
debugger.run(compile(open(path).read(), path, 'exec'), {'__name__': '__main__', '__file__': path})
";

/// Changes the program's command so that it starts under a debugger, and prints how to use it.
pub fn attach(program: &mut Program) -> Result<(), Failure> {
    let Some((first, rest)) = program.command.split_first() else { return Ok(()) };
    let runner =
        Path::new(first).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let under = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<String>>();
    let (mut command, hint) = if runner.starts_with("python") {
        let terminal = terminal_name()?;
        let hint = "the bot stops before its first line: `c` goes on, `b 12` sets a breakpoint, `h` is help";
        (under(&[first, "-c", PYTHON_DEBUGGER, &terminal]), hint)
    } else if runner.starts_with("node") {
        (
            under(&[first, "--inspect-brk=127.0.0.1:9229"]),
            "open chrome://inspect, or attach your editor to port 9229",
        )
    } else if runner.starts_with("java") {
        let agent = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:5005,quiet=y";
        (under(&[first, agent]), "attach your editor or jdb to port 5005")
    } else {
        let hint = "attach with: gdb -ex 'target remote 127.0.0.1:2345'";
        (under(&["gdbserver", "--once", "127.0.0.1:2345", first]), hint)
    };
    if command[0] == "gdbserver" && search_path::find("gdbserver").is_none() {
        return Err(Failure::input(format!("--debug runs {first} under gdbserver, which is not installed")));
    }
    command.extend_from_slice(rest);
    program.command = command;
    if let Origin::Script(file) = &program.origin {
        // The debugger starts the interpreter, so the shebang line must not.
        program.origin = Origin::File(file.clone());
    }
    eprintln!("debugging {}: the clock is off; {hint}", crate::terminal::plain(&program.name));
    Ok(())
}

/// The device file of the controlling terminal.
fn terminal_name() -> Result<String, Failure> {
    ["/proc/self/fd/0", "/proc/self/fd/2"]
        .iter()
        .filter_map(|link| std::fs::read_link(link).ok())
        .map(|path| path.to_string_lossy().into_owned())
        .find(|name| name.starts_with("/dev/pts/") || name.starts_with("/dev/tty"))
        .ok_or_else(|| Failure::input("--debug needs a terminal to talk to: stdin and stderr are not one"))
}
