//! SARIF 2.1.0 logs: the exchange format of static analysis results.

use super::located::Region;
use super::{Code, Located};
use serde::Serialize;
use std::borrow::Cow;
use std::path::{Path, is_separator};

/// A whole document with one run; serialise it with `serde_json`.
#[derive(Debug, Serialize)]
pub struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool,
    column_kind: &'static str,
    newline_sequences: [&'static str; 3],
    results: Vec<ResultObject<'a>>,
}

#[derive(Debug, Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<ReportingDescriptor>,
}

/// A code of our table; `name` is its slug.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ReportingDescriptor {
    id: &'static str,
    name: &'static str,
    short_description: Message<'static>,
    help: Help,
    default_configuration: Configuration,
}

#[derive(Debug, Serialize)]
struct Help {
    text: &'static str,
    markdown: &'static str,
}

#[derive(Debug, Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Debug, Serialize)]
struct Message<'a> {
    text: Cow<'a, str>,
}

/// Text of the file itself.
#[derive(Debug, Serialize)]
struct Content<'a> {
    text: &'a str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultObject<'a> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message<'a>,
    locations: [Location<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<FixObject<'a>>,
    properties: Properties<'a>,
}

/// Where in the game it is, in the terms of our own JSON.
#[derive(Debug, Serialize)]
struct Properties<'a> {
    record: Option<usize>,
    ply: Option<u32>,
    path: &'a str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: RegionObject,
}

#[derive(Clone, Debug, Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RegionObject {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FixObject<'a> {
    description: Message<'a>,
    artifact_changes: [ArtifactChange<'a>; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange<'a> {
    artifact_location: ArtifactLocation,
    replacements: Vec<Replacement<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: RegionObject,
    inserted_content: Content<'a>,
}

impl<'a> Log<'a> {
    /// The document for all findings of a run.
    #[must_use]
    pub fn new(findings: &'a [Located]) -> Self {
        Self {
            schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            version: "2.1.0",
            runs: [Run {
                tool: Tool {
                    driver: Driver {
                        name: env!("CARGO_PKG_NAME"),
                        semantic_version: env!("CARGO_PKG_VERSION"),
                        rules: Code::ALL
                            .iter()
                            .copied()
                            .map(ReportingDescriptor::from)
                            .collect(),
                    },
                },
                column_kind: "unicodeCodePoints",
                newline_sequences: ["\r\n", "\n", "\r"],
                results: findings.iter().map(ResultObject::from).collect(),
            }],
        }
    }
}

impl<'a> Message<'a> {
    /// Doubles braces, which in messages would begin a placeholder (SARIF 2.1.0, 3.11.5).
    fn new(text: impl Into<Cow<'a, str>>) -> Self {
        let text = text.into();
        if !text.contains(['{', '}']) {
            return Self { text };
        }
        let text = text.replace('{', "{{").replace('}', "}}");
        Self { text: text.into() }
    }
}

impl From<Code> for ReportingDescriptor {
    fn from(code: Code) -> Self {
        Self {
            id: code.id(),
            name: code.slug(),
            short_description: Message::new(code.title()),
            help: Help {
                text: code.page(),
                markdown: code.page(),
            },
            default_configuration: Configuration {
                level: code.severity().name(),
            },
        }
    }
}

impl<'a> From<&'a Located> for ResultObject<'a> {
    fn from(located: &'a Located) -> Self {
        let diagnostic = &located.diagnostic;
        let artifact = ArtifactLocation {
            uri: uri(&located.file),
        };
        let location = |region: Region, message: &'a str| Location {
            physical_location: PhysicalLocation {
                artifact_location: artifact.clone(),
                region: region.into(),
            },
            message: (!message.is_empty()).then(|| Message::new(message)),
        };
        Self {
            rule_id: diagnostic.code.id(),
            rule_index: diagnostic.code as usize,
            level: diagnostic.severity().name(),
            message: Message::new(located.words()),
            locations: [location(located.region, &diagnostic.at)],
            related_locations: located
                .labels()
                .map(|(label, region)| location(region, &label.message))
                .collect(),
            fixes: located
                .fixes()
                .map(|(fix, edits)| FixObject {
                    description: Message::new(fix.title.as_str()),
                    artifact_changes: [ArtifactChange {
                        artifact_location: artifact.clone(),
                        replacements: edits
                            .map(|(edit, region)| Replacement {
                                deleted_region: region.into(),
                                inserted_content: Content { text: &edit.text },
                            })
                            .collect(),
                    }],
                })
                .collect(),
            properties: Properties {
                record: located.record,
                ply: diagnostic.ply,
                path: if diagnostic.path.is_empty() {
                    "main"
                } else {
                    &diagnostic.path
                },
            },
        }
    }
}

impl From<Region> for RegionObject {
    fn from(Region { start, end }: Region) -> Self {
        Self {
            start_line: start.line,
            start_column: start.column,
            end_line: end.line,
            end_column: end.column,
        }
    }
}

/// The file's name as a URI reference: what RFC 3986 reserves is escaped, absolute paths get their scheme.
fn uri(file: &str) -> String {
    let mut uri = String::with_capacity(file.len());
    if Path::new(file).is_absolute() {
        let rooted = file.starts_with(is_separator);
        uri.push_str(if rooted { "file://" } else { "file:///" });
    }
    for c in file.chars() {
        match c {
            _ if is_separator(c) => uri.push('/'),
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '.' | '_' | '~' => uri.push(c),
            _ => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    uri.push_str(&format!("%{byte:02X}"));
                }
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::{Log, uri};
    use crate::diag::{Code, Diagnostic, Located};
    use crate::source::{Source, Span};
    use insta::assert_snapshot;
    use serde_json::Value;

    fn log(findings: &[Located]) -> Value {
        serde_json::to_value(Log::new(findings)).expect("a log has string keys only")
    }

    #[test]
    fn a_result_has_regions_related_places_and_fixes() {
        let source = Source::whole("my games/é.pgn", "1. é4 e5\r\n2. Rg1 *");
        let mut finding = Diagnostic::new(
            Code::IllegalMove,
            Span::new(14, 17),
            "no rook can move to g1",
        )
        .at("the rook of h1 is blocked")
        .label(Span::new(3, 6), "blocked since here")
        .help("look again")
        .fix("write Nf3", true, Span::new(14, 17), "Nf3")
        .fix("insert", false, Span::at(3), "h4 h5 2. ");
        finding.ply = Some(3);
        let located = [Located::new(&finding, &source, 2)];
        let document = log(&located);
        let result = serde_json::to_string_pretty(&document["runs"][0]["results"]).expect("JSON");
        assert_snapshot!(result, @r#"
    [
      {
        "fixes": [
          {
            "artifactChanges": [
              {
                "artifactLocation": {
                  "uri": "my%20games/%C3%A9.pgn"
                },
                "replacements": [
                  {
                    "deletedRegion": {
                      "endColumn": 7,
                      "endLine": 2,
                      "startColumn": 4,
                      "startLine": 2
                    },
                    "insertedContent": {
                      "text": "Nf3"
                    }
                  }
                ]
              }
            ],
            "description": {
              "text": "write Nf3"
            }
          },
          {
            "artifactChanges": [
              {
                "artifactLocation": {
                  "uri": "my%20games/%C3%A9.pgn"
                },
                "replacements": [
                  {
                    "deletedRegion": {
                      "endColumn": 4,
                      "endLine": 1,
                      "startColumn": 4,
                      "startLine": 1
                    },
                    "insertedContent": {
                      "text": "h4 h5 2. "
                    }
                  }
                ]
              }
            ],
            "description": {
              "text": "insert"
            }
          }
        ],
        "level": "error",
        "locations": [
          {
            "message": {
              "text": "the rook of h1 is blocked"
            },
            "physicalLocation": {
              "artifactLocation": {
                "uri": "my%20games/%C3%A9.pgn"
              },
              "region": {
                "endColumn": 7,
                "endLine": 2,
                "startColumn": 4,
                "startLine": 2
              }
            }
          }
        ],
        "message": {
          "text": "record 2, ply 3: no rook can move to g1\nhelp: look again"
        },
        "properties": {
          "path": "main",
          "ply": 3,
          "record": 2
        },
        "relatedLocations": [
          {
            "message": {
              "text": "blocked since here"
            },
            "physicalLocation": {
              "artifactLocation": {
                "uri": "my%20games/%C3%A9.pgn"
              },
              "region": {
                "endColumn": 6,
                "endLine": 1,
                "startColumn": 4,
                "startLine": 1
              }
            }
          }
        ],
        "ruleId": "S0301",
        "ruleIndex": 33
      }
    ]
    "#);
    }

    #[test]
    fn the_run_says_how_places_are_counted_and_lists_every_code() {
        let mut document = log(&[]);
        let rules = document["runs"][0]["tool"]["driver"]["rules"].take();
        document["runs"][0]["tool"]["driver"]["semanticVersion"] = Value::from("[version]");
        assert_snapshot!(serde_json::to_string_pretty(&document).expect("JSON"), @r#"
    {
      "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "runs": [
        {
          "columnKind": "unicodeCodePoints",
          "newlineSequences": [
            "\r\n",
            "\n",
            "\r"
          ],
          "results": [],
          "tool": {
            "driver": {
              "name": "scoresheet",
              "rules": null,
              "semanticVersion": "[version]"
            }
          }
        }
      ],
      "version": "2.1.0"
    }
    "#);
        let rules = rules.as_array().expect("a list");
        for (index, (rule, code)) in rules.iter().zip(Code::ALL).enumerate() {
            assert_eq!(
                (*code as usize, rule["id"].as_str()),
                (index, Some(code.id()))
            );
        }
        assert_eq!(rules.len(), Code::ALL.len());
    }

    #[test]
    fn braces_in_messages_are_no_placeholders() {
        let source = Source::whole("f", "{");
        let finding = Diagnostic::new(Code::UnclosedComment, Span::new(0, 1), "`{` without `}`")
            .fix("close {0}", true, Span::at(1), "}");
        let located = [Located::new(&finding, &source, None)];
        let result = log(&located)["runs"][0]["results"][0].take();
        assert_eq!(result["message"]["text"], "`{{` without `}}`");
        let fix = &result["fixes"][0];
        assert_eq!(fix["description"]["text"], "close {{0}}");
        let inserted = &fix["artifactChanges"][0]["replacements"][0]["insertedContent"];
        assert_eq!(inserted["text"], "}");
    }

    #[test]
    fn file_names_become_references() {
        assert_eq!(uri("a b/c:d%.pgn"), "a%20b/c%3Ad%25.pgn");
        assert_eq!(uri("é"), "%C3%A9");
        assert_eq!(uri("-"), "-");
        #[cfg(unix)]
        assert_eq!(uri("/x/y.pgn"), "file:///x/y.pgn");
    }
}
