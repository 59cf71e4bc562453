//! Compiles a table of verdicts to a seccomp BPF program.
//!
//! When a filter is installed, the kernel runs it once for each system call number, to cache those that are allowed
//! whatever their arguments. With a library's linear chain of comparisons that costs a third of a millisecond at every
//! start; with a binary search over ranges of calls with the same verdict it does not.

use std::collections::BTreeMap;

use seccompiler::{BpfProgram, sock_filter};

/// What happens to a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// `SECCOMP_RET_ALLOW`.
    Allow,
    /// `SECCOMP_RET_ERRNO`: the call is skipped and fails with this error, or with 0 seems to succeed.
    Errno(i32),
    /// Allowed if all of these hold.
    Check(Vec<Condition>),
}

/// A condition on 32 bits of an argument: the lower half, but for [`Condition::null`]. None of the others is wider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The offset in `struct seccomp_data`.
    offset: u32,
    mask: u32,
    values: Vec<u32>,
    /// The values are those that are allowed, not those that are not.
    is_allowed: bool,
    errno: i32,
}

impl Condition {
    /// The argument must be one of these.
    pub fn one_of(argument: u32, values: &[u32]) -> Self {
        let offset = ARGUMENTS_OFFSET + argument * ARGUMENT_BYTES;
        Self { offset, mask: u32::MAX, values: values.to_vec(), is_allowed: true, errno: libc::EPERM }
    }

    /// The argument must be none of these.
    pub fn none_of(argument: u32, values: &[u32]) -> Self {
        Self { is_allowed: false, ..Self::one_of(argument, values) }
    }

    /// The argument must be a null pointer: both halves are checked.
    pub fn null(argument: u32) -> [Self; 2] {
        let low = Self::one_of(argument, &[0]);
        [Self { offset: low.offset + ARGUMENT_BYTES / 2, ..low.clone() }, low]
    }

    /// Only these bits of the argument count.
    pub fn masked(self, mask: u32) -> Self {
        Self { mask, ..self }
    }

    /// The error if it does not hold, instead of `EPERM`.
    pub fn or(self, errno: i32) -> Self {
        Self { errno, ..self }
    }

    /// Falls through after its last instruction if the condition holds, else returns the error.
    fn program(&self) -> BpfProgram {
        let count = u8::try_from(self.values.len()).expect("a list of values is short enough for a jump");
        let mut program = vec![instruction(LOAD_WORD, 0, 0, self.offset)];
        if self.mask != u32::MAX {
            program.push(instruction(AND, 0, 0, self.mask));
        }
        // After the comparisons: a jump over the return if the values are those that are refused, then the return.
        let end = u8::from(!self.is_allowed);
        for (value, later) in self.values.iter().zip((0..count).rev()) {
            program.push(instruction(JUMP_IF_EQUAL, later + 1, 0, *value));
        }
        program.extend((0..end).map(|_| instruction(JUMP, 0, 0, 1)));
        program.push(return_errno(self.errno));
        program
    }
}

/// The filter for these verdicts. A number without one gets `ENOSYS`; a call of another architecture kills the process.
///
/// This covers the calls of newer kernels, and on x86-64 those of the x32 ABI, which have numbers of their own.
pub fn program(architecture: u32, verdicts: &BTreeMap<u32, Verdict>) -> BpfProgram {
    let mut program = vec![
        instruction(LOAD_WORD, 0, 0, ARCHITECTURE_OFFSET),
        instruction(JUMP_IF_EQUAL, 1, 0, architecture),
        instruction(RETURN, 0, 0, libc::SECCOMP_RET_KILL_PROCESS),
        instruction(LOAD_WORD, 0, 0, NUMBER_OFFSET),
    ];
    program.extend(search(&ranges(verdicts)));
    program
}

/// The first number of each range, and the verdict of all its numbers.
fn ranges(verdicts: &BTreeMap<u32, Verdict>) -> Vec<(u32, &Verdict)> {
    let end = verdicts.keys().next_back().map_or(0, |last| last + 1);
    let mut ranges: Vec<(u32, &Verdict)> = Vec::new();
    for number in 0..=end {
        let verdict = verdicts.get(&number).unwrap_or(&NOT_IMPLEMENTED);
        if ranges.last().is_none_or(|(_, previous)| *previous != verdict) {
            ranges.push((number, verdict));
        }
    }
    ranges
}

fn search(ranges: &[(u32, &Verdict)]) -> BpfProgram {
    if let [(_, verdict)] = ranges {
        return verdict.program();
    }
    let (lower, upper) = ranges.split_at(ranges.len() / 2);
    let (low, high) = (search(lower), search(upper));
    let mut program = match u8::try_from(low.len()) {
        Ok(over) => vec![instruction(JUMP_IF_AT_LEAST, over, 0, upper[0].0)],
        Err(_) => {
            vec![instruction(JUMP_IF_AT_LEAST, 0, 1, upper[0].0), instruction(JUMP, 0, 0, low.len() as u32)]
        }
    };
    program.extend(low);
    program.extend(high);
    program
}

impl Verdict {
    fn program(&self) -> BpfProgram {
        match self {
            Self::Allow => vec![instruction(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW)],
            Self::Errno(errno) => vec![return_errno(*errno)],
            Self::Check(conditions) => {
                conditions.iter().flat_map(Condition::program).chain(Self::Allow.program()).collect()
            }
        }
    }
}

const NOT_IMPLEMENTED: Verdict = Verdict::Errno(libc::ENOSYS);

const LOAD_WORD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
const AND: u16 = (libc::BPF_ALU | libc::BPF_AND | libc::BPF_K) as u16;
const JUMP: u16 = (libc::BPF_JMP | libc::BPF_JA) as u16;
const JUMP_IF_EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
const JUMP_IF_AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
/// Offsets of `nr`, `arch` and `args` in `struct seccomp_data`.
const NUMBER_OFFSET: u32 = 0;
const ARCHITECTURE_OFFSET: u32 = 4;
const ARGUMENTS_OFFSET: u32 = 16;
/// Each argument, the lower half first: both architectures are little-endian.
const ARGUMENT_BYTES: u32 = 8;

fn instruction(code: u16, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code, jt, jf, k }
}

fn return_errno(errno: i32) -> sock_filter {
    instruction(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | errno as u32)
}

/// Interprets the program as the kernel does, and returns its `SECCOMP_RET_*` value.
#[cfg(test)]
pub fn run(program: &[sock_filter], architecture: u32, number: u32, arguments: [u64; 6]) -> u32 {
    let word = |offset: u32| match offset {
        NUMBER_OFFSET => number,
        ARCHITECTURE_OFFSET => architecture,
        _ => {
            let (argument, byte) =
                ((offset - ARGUMENTS_OFFSET) / ARGUMENT_BYTES, (offset - ARGUMENTS_OFFSET) % ARGUMENT_BYTES);
            (arguments[argument as usize] >> (8 * byte)) as u32
        }
    };
    let (mut held, mut at) = (0, 0);
    loop {
        let step = &program[at];
        let branch = |holds: bool| usize::from(if holds { step.jt } else { step.jf });
        at += 1;
        match step.code {
            LOAD_WORD => held = word(step.k),
            AND => held &= step.k,
            JUMP => at += step.k as usize,
            JUMP_IF_EQUAL => at += branch(held == step.k),
            JUMP_IF_AT_LEAST => at += branch(held >= step.k),
            RETURN => return step.k,
            code => panic!("unknown instruction {code}"),
        }
    }
}
