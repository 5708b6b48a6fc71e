use worstcase_term::Terms;

use super::*;

fn key(component: &str) -> Key {
    Key {
        component: component.into(),
        module: "m".into(),
        world: "w".into(),
        size: 2,
        cost: "instructions".into(),
        search: "10 tests".into(),
        version: "1".into(),
    }
}

fn summary() -> Summary {
    let mut terms = Terms::new();
    let (a, b) = (terms.input(0, 8), terms.input(1, 8));
    let less = terms.ult(a, b);
    let sum = terms.add(a, b);
    let newline = terms.constant(8, 10);
    let conditions = vec![PathCondition { fact: less, at: Some(7), loss: 1.5 }];
    let (output, input) = (vec![sum, newline, a], vec![3, 200]);
    let declared = vec![Declared { width: 8, range: None }, Declared { width: 8, range: Some((-1, 9)) }];
    let contents = vec![None, Some((1, 7))];
    let path = SummaryPath { terms, declared, conditions, output, cost: 42, input, contents };
    Summary { paths: vec![path], is_bare: true }
}

#[test]
fn what_is_kept_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path()).unwrap();
    assert!(matches!(library.get(&key("cat")), Found::Nothing));
    library.put(&key("cat"), &summary()).unwrap();
    assert!(matches!(library.get(&key("tac")), Found::Nothing));
    let Found::Summary(again) = library.get(&key("cat")) else { panic!("it was kept") };
    assert_eq!((again.is_bare, &again.paths[0].contents), (true, &summary().paths[0].contents));
    // Another version of the tool or of the component, another world, cost, size or search is something else.
    let others: [fn(&mut Key); 6] = [
        |key| key.version = "2".into(),
        |key| key.module = "m2".into(),
        |key| key.world = "w2".into(),
        |key| key.cost = "conditionals".into(),
        |key| key.size = 3,
        |key| key.search = "11 tests".into(),
    ];
    for change in others {
        let mut other = key("cat");
        change(&mut other);
        assert!(matches!(library.get(&other), Found::Nothing), "{other:?}");
    }
    let Found::Summary(found) = library.get(&key("cat")) else { panic!("it was kept") };
    let path = &found.paths[0];
    assert_eq!((path.cost, &path.input[..]), (42, &[3, 200][..]));
    assert_eq!((path.declared[0].width, path.declared[1].range), (8, Some((-1, 9))));
    assert_eq!((path.conditions[0].at, path.conditions[0].loss), (Some(7), 1.5));
    let model = |input: u32| [3, 200][input as usize];
    assert_eq!(path.terms.eval(path.conditions[0].fact, &model), 1);
    let written: Vec<u64> = path.output.iter().map(|&byte| path.terms.eval(byte, &model)).collect();
    assert_eq!(written, [203, 10, 3]);
    // Once more does no harm.
    library.put(&key("cat"), &summary()).unwrap();
    let listed = library.list().unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].paths, listed[0].cost, listed[0].key.clone()), (1, 42, Some(key("cat"))));
}

#[test]
fn what_is_damaged_is_told_and_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path()).unwrap();
    library.put(&key("cat"), &summary()).unwrap();
    let place = library.place(&key("cat"));
    type Damage = fn(&str) -> String;
    let damages: [(&str, Damage, &str); 5] = [
        ("path-01.smt2", |text| text.replace("bvult", "bvule"), "path-01.smt2: it was changed"),
        ("entry.json", |text| text[..text.len() / 2].to_string(), "entry.json: EOF"),
        ("entry.json", |text| text.replace("\"cat\"", "\"tac\""), "entry.json is about something else"),
        ("entry.json", |text| text.replace("[8,null],", ""), "path-01.smt2: it was changed"),
        ("entry.json", |text| text.replace("[3,200]", "[3]"), "path-01.smt2: the input has not as many"),
    ];
    for (file, damage, expected) in damages {
        let text = fs::read_to_string(place.join(file)).unwrap();
        let damaged = damage(&text);
        assert_ne!(text, damaged);
        fs::write(place.join(file), damaged).unwrap();
        let Found::Damaged(why) = library.get(&key("cat")) else { panic!("{file} is damaged") };
        assert!(why.starts_with(expected), "{why}");
        library.put(&key("cat"), &summary()).unwrap();
        assert!(matches!(library.get(&key("cat")), Found::Summary(_)));
    }
    fs::remove_file(place.join("path-01.smt2")).unwrap();
    assert!(matches!(library.get(&key("cat")), Found::Damaged(_)));
    // What a killed process left half-written is no entry.
    fs::create_dir(folder.path().join(".new-x")).unwrap();
    assert_eq!(library.list().unwrap().len(), 1);
}

#[test]
fn what_killed_processes_left_goes_away() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path()).unwrap();
    let (old, new) = (folder.path().join(".new-old"), folder.path().join(".new-busy"));
    fs::create_dir(&old).unwrap();
    fs::write(old.join("path-01.smt2"), "(assert").unwrap();
    fs::create_dir(&new).unwrap();
    let long_ago = std::time::SystemTime::now() - 2 * LEFT;
    fs::File::open(&old).unwrap().set_modified(long_ago).unwrap();
    library.put(&key("cat"), &summary()).unwrap();
    assert!(!old.exists() && new.exists(), "somebody may still be writing there");
}

#[test]
fn what_others_wrote_meanwhile_stays() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path()).unwrap();
    library.put(&key("cat"), &summary()).unwrap();
    let written = || fs::metadata(library.place(&key("cat")).join(ENTRY)).unwrap().modified().unwrap();
    let before = written();
    library.put(&key("cat"), &Summary::default()).unwrap();
    assert_eq!(before, written());
}
