//! The names of formats, which plans know without knowing who reads them.

#[test]
fn plans_name_what_is_read() {
    let names: Vec<&str> = cmpthese_foreign::READERS.iter().map(|reader| reader.name).collect();
    assert_eq!(names, model::Telling::FORMATS);
}
