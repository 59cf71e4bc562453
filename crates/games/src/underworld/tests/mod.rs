//! The rules, one test per sentence.
