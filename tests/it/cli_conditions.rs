//! What a condition chooses does not depend on how much of a record must be known for it.

use crate::support::{root, run};

#[test]
fn records_checked_without_a_replay_are_chosen_as_replayed_ones_are() {
    let fixtures = ["valid", "invalid"].map(|folder| {
        let folder = root().join("fixtures").join(folder);
        folder.to_string_lossy().into_owned()
    });
    for condition in [
        "valid",
        "invalid",
        "errors=0",
        "plies<=6",
        "valid & plies>30",
        "status=checkmate",
        "status=ongoing | !valid",
    ] {
        // The number of comments takes what is written in a record.
        let in_full = format!("({condition}) & comments>=0");
        let [quick, full] = [condition, &in_full].map(|condition| {
            let files = fixtures.iter().map(String::as_str);
            let words = ["select", "--where", condition].into_iter().chain(files);
            run(&words.collect::<Vec<_>>(), b"")
        });
        assert_eq!(quick.stdout, full.stdout, "{condition}");
        assert!(!quick.stdout.is_empty(), "{condition} chooses nothing");
    }
}
