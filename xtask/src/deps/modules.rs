//! The modules of a crate, what each defines and imports, and the paths that it has.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::tokens::{Token, tokens};

/// Names joined by `::`.
pub(super) type NamePath = Vec<String>;

/// The modules of a crate and the files that they are in. What is for tests alone is left out.
#[derive(Default)]
pub(super) struct Modules {
    /// As they are called in the folder of sources.
    pub(super) files: Vec<String>,
    sources: PathBuf,
    pub(super) all: Vec<Module>,
}

#[derive(Default)]
pub(super) struct Module {
    /// Its file's number.
    pub(super) file: usize,
    pub(super) parent: Option<usize>,
    /// Where the files of its modules are, in the folder of sources.
    folder: PathBuf,
    pub(super) modules: HashMap<String, usize>,
    pub(super) items: HashSet<String>,
    pub(super) imports: Vec<Import>,
    /// Paths outside of imports, with their lines.
    pub(super) paths: Vec<(NamePath, usize)>,
    /// Names outside of imports that may be of something imported.
    pub(super) names: HashSet<String>,
}

/// One name that a `use` brings in.
pub(super) struct Import {
    /// The name it has here; `*` if all of a module's are brought in.
    pub(super) name: String,
    pub(super) path: NamePath,
    pub(super) line: usize,
    pub(super) is_public: bool,
}

impl Modules {
    /// Reads the crate whose root has this name.
    pub(super) fn read_all(sources: &Path, root: &str) -> Result<Self, String> {
        let mut modules = Modules {
            sources: sources.into(),
            ..Modules::default()
        };
        modules.add_file(root.into(), Module::default())?;
        Ok(modules)
    }

    /// The names in each file that may be of something imported.
    pub(super) fn names(&self) -> Vec<HashSet<&str>> {
        let mut names = vec![HashSet::new(); self.files.len()];
        for module in &self.all {
            names[module.file].extend(module.names.iter().map(String::as_str));
        }
        names
    }

    /// Whether a file is that of a module of the other one, directly or not.
    pub(super) fn is_below(&self, file: usize, other: usize) -> bool {
        let mut module = self.all.iter().find(|module| module.file == file);
        while let Some(below) = module {
            module = below.parent.map(|parent| &self.all[parent]);
            if module.is_some_and(|above| above.file == other) {
                return true;
            }
        }
        false
    }

    fn add_file(&mut self, file: PathBuf, module: Module) -> Result<usize, String> {
        let path = self.sources.join(&file);
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        self.files.push(file.display().to_string());
        let file = self.files.len() - 1;
        self.add(Module { file, ..module }, &tokens(&text))
    }

    fn add(&mut self, module: Module, tokens: &[Token]) -> Result<usize, String> {
        self.all.push(module);
        let index = self.all.len() - 1;
        self.read(index, tokens)?;
        Ok(index)
    }

    /// Reads what is in a module.
    fn read(&mut self, index: usize, tokens: &[Token]) -> Result<(), String> {
        let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
        let (mut at, mut depth, mut end_of_attribute) = (0, 0_usize, 0);
        while at < tokens.len() {
            let module = &mut self.all[index];
            at = match text(at) {
                "#" if is_for_tests(tokens, at) => end_of_item(tokens, at),
                "#" if matches!(text(at + 1), "[" | "!") => {
                    end_of_attribute = end_of_group(tokens, at + 1);
                    at + 1
                }
                // As in `#[serde(with = "crate::digits")]`.
                text if text.starts_with('"') && at < end_of_attribute => {
                    module.read_text(&tokens[at]);
                    at + 1
                }
                "use" if text(at + 1) != "<" => {
                    let end = find(tokens, at, &[";"]);
                    let is_public = at > 0 && matches!(text(at - 1), "pub" | ")");
                    module.read_imports(&tokens[at + 1..end], is_public);
                    end
                }
                "mod" if tokens.get(at + 1).is_some_and(Token::is_name) => {
                    self.read_module(index, tokens, at)?
                }
                name if tokens[at].is_name() => {
                    if depth == 0 && DEFINING.contains(&name) {
                        let named = at + 1 + usize::from(text(at + 1) == "!");
                        module.items.insert(text(named).into());
                    }
                    module.read_path(tokens, at)
                }
                mark => {
                    match mark {
                        "{" | "(" | "[" => depth += 1,
                        "}" | ")" | "]" => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    at + 1
                }
            };
        }
        Ok(())
    }

    /// Reads `mod name;` or `mod name { … }`, and says where it ends.
    fn read_module(&mut self, parent: usize, tokens: &[Token], at: usize) -> Result<usize, String> {
        let name = tokens[at + 1].text;
        let is_inline = tokens.get(at + 2).is_some_and(|token| token.text == "{");
        let end = match is_inline {
            true => end_of_group(tokens, at + 2),
            false => at + 3,
        };
        if name == "tests" {
            return Ok(end);
        }
        let folder = self.all[parent].folder.join(name);
        let mut file = folder.with_extension("rs");
        if !self.sources.join(&file).exists() {
            file = folder.join("mod.rs");
        }
        let module = Module {
            file: self.all[parent].file,
            parent: Some(parent),
            folder,
            ..Module::default()
        };
        let index = match is_inline {
            true => self.add(module, &tokens[at + 3..end - 1])?,
            false => self.add_file(file, module)?,
        };
        self.all[parent].modules.insert(name.into(), index);
        Ok(end)
    }
}

impl Module {
    /// Reads a text that may be a path; if that is the path of a module, something in it is used.
    fn read_text(&mut self, token: &Token) {
        let names = token.text.trim_matches('"').split("::");
        let names: NamePath = names.chain(["_"]).map(String::from).collect();
        if matches!(names[0].as_str(), "crate" | "self" | "super") {
            self.paths.push((names, token.line));
        }
    }

    /// Reads a path or a name, and says where it ends.
    fn read_path(&mut self, tokens: &[Token], at: usize) -> usize {
        let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
        let before = |back: usize| at.checked_sub(back).map_or("", text);
        let mut names = vec![text(at).to_string()];
        let mut end = at + 1;
        while text(end) == "::" && tokens.get(end + 1).is_some_and(Token::is_name) {
            names.push(text(end + 1).into());
            end += 2;
        }
        let is_member = before(1) == "." && before(2) != ".";
        let is_defined = before(1) == "fn" || (names.len() == 1 && text(end) == ":");
        if !is_member && !is_defined && before(1) != "::" {
            self.names.insert(names[0].clone());
            self.paths.push((names, tokens[at].line));
        }
        end
    }

    /// Reads what stands between `use` and `;`.
    fn read_imports(&mut self, tokens: &[Token], is_public: bool) {
        // The path of each brace that is open, and the one that is being read.
        let (mut open, mut path) = (vec![], NamePath::new());
        let (mut alias, mut last) = (None, "");
        for (i, token) in tokens.iter().enumerate() {
            match token.text {
                "{" => open.push(path.clone()),
                "}" | "," => {
                    if token.text == "}" {
                        open.pop();
                    }
                    path = open.last().cloned().unwrap_or_default();
                }
                "::" | "as" => {}
                name if last == "as" => alias = Some(name.to_string()),
                // What is in these braces is called as what they follow.
                "self" if last == "{" || last == "," => {}
                name => path.push(name.into()),
            }
            last = token.text;
            let next = tokens.get(i + 1).map_or(",", |token| token.text);
            if matches!(next, "," | "}") && !matches!(last, "," | "}") {
                self.imports.push(Import {
                    name: alias.take().or(path.last().cloned()).unwrap_or_default(),
                    path: path.clone(),
                    line: token.line,
                    is_public,
                });
            }
        }
    }
}

/// Words that stand before the name of an item.
const DEFINING: [&str; 9] = [
    "fn",
    "struct",
    "enum",
    "union",
    "trait",
    "type",
    "const",
    "static",
    "macro_rules",
];

/// Whether `#[cfg(test)]` begins here.
fn is_for_tests(tokens: &[Token], at: usize) -> bool {
    let words = tokens[at..].iter().map(|token| token.text);
    words.take(7).eq(["#", "[", "cfg", "(", "test", ")", "]"])
}

/// Where the next of these marks is that is in no brackets, or else the end of what surrounds it.
fn find(tokens: &[Token], mut at: usize, marks: &[&str]) -> usize {
    while at < tokens.len() && !marks.contains(&tokens[at].text) {
        at = match tokens[at].text {
            "{" | "(" | "[" => end_of_group(tokens, at),
            "}" | ")" | "]" => return at,
            _ => at + 1,
        };
    }
    at
}

/// Behind the bracket that closes the next one that is opened.
fn end_of_group(tokens: &[Token], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while at < tokens.len() {
        match tokens[at].text {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" if depth <= 1 => return at + 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    at
}

/// Behind an item, a field or an arm, with its attributes.
fn end_of_item(tokens: &[Token], mut at: usize) -> usize {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    while text(at) == "#" {
        at = end_of_group(tokens, at + 1);
    }
    if text(at) == "pub" {
        at += 1;
        if text(at) == "(" {
            at = end_of_group(tokens, at);
        }
    }
    let marks: &[&str] = match text(at) {
        "use" | "static" | "type" | "let" => &[";"],
        "const" if text(at + 2) == ":" => &[";"],
        name if DEFINING.contains(&name) => &[";", "{"],
        "async" | "extern" | "impl" | "mod" | "unsafe" => &[";", "{"],
        _ => &[","],
    };
    let end = find(tokens, at, marks);
    match text(end) {
        "{" => end_of_group(tokens, end),
        ";" | "," => end + 1,
        _ => end,
    }
}
