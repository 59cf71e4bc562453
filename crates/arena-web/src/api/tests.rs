//! The description of the API is what is served.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use utoipa::OpenApi as _;

use super::openapi::Description;
use super::routes;
use crate::request::Credentials;
use crate::routes::Access;

fn described() -> serde_json::Value {
    serde_json::to_value(Description::openapi()).expect("JSON")
}

#[test]
fn every_route_is_described_and_nothing_else_is() {
    let served: BTreeSet<String> =
        routes().iter().map(|route| format!("{} {}", route.method, route.path)).collect();
    let described = described();
    let mut told = BTreeSet::new();
    for (path, operations) in described["paths"].as_object().expect("paths") {
        for method in operations.as_object().expect("operations").keys() {
            told.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    assert_eq!(told, served);
}

#[test]
fn who_needs_which_token_for_what_is_described_as_it_is() {
    let described = described();
    for route in routes() {
        let operation = &described["paths"][route.path][route.method.to_lowercase()];
        let scope = match route.credentials {
            Credentials::Token(scope) => json!([scope.word()]),
            Credentials::AnyToken => json!([]),
            Credentials::Cookie => panic!("{} takes cookies", route.path),
        };
        let expected = match route.access {
            Access::Anybody => Value::Null,
            Access::User | Access::Owner | Access::Admin => json!([{ "token": scope }]),
            Access::Worker => json!([{ "worker": scope }]),
        };
        assert_eq!(operation["security"], expected, "{} {}", route.method, route.path);
    }
}

#[test]
fn every_parameter_in_a_path_is_described() {
    let described = described();
    for route in routes() {
        let operation = &described["paths"][route.path][route.method.to_lowercase()];
        let told: BTreeSet<&str> = operation["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|parameter| parameter["in"] == "path")
            .filter_map(|parameter| parameter["name"].as_str())
            .collect();
        let in_path = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        assert_eq!(told, in_path.collect(), "{}", route.path);
    }
}

#[test]
fn no_schema_is_missing() {
    let text = described().to_string();
    let known = described();
    for name in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(known["components"]["schemas"].get(name).is_some(), "{name}");
    }
}
