//! What stands around every page.

use super::escape::escape;

/// A page that needs nothing else. With `is_live`, the browser asks for it anew every five seconds.
pub fn page(title: &str, is_live: bool, body: &str) -> String {
    let refresh = if is_live { "<meta http-equiv=\"refresh\" content=\"5\"/>\n" } else { "" };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n{refresh}\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n\
         <title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n{body}</main>\n<script>\n{}</script>\n</body>\n</html>\n",
        escape(title),
        include_str!("style.css"),
        include_str!("script.js"),
    )
}
