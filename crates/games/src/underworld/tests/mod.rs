//! The rules, one test per sentence.

mod records;
