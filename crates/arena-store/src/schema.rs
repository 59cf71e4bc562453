//! The steps that bring any database up to date.

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Whether a database in which this step was the last is up to date.
pub fn is_newest(last: i64) -> bool {
    migrator().iter().map(|step| step.version).max() == Some(last)
}

/// All steps, the oldest first. A step that has been released is never changed; a new one is added.
pub fn migrator() -> Migrator {
    let steps = [
        (1, "first", include_str!("../migrations/0001_first.sql")),
        (2, "lanes", include_str!("../migrations/0002_lanes.sql")),
        (4, "storage", include_str!("../migrations/0004_storage.sql")),
        (5, "ladders", include_str!("../migrations/0005_ladders.sql")),
    ];
    let migrations = steps.into_iter().map(|(number, name, sql)| {
        Migration::new(number, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}
