// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page with placeholders of the form {@code ${name}} that are replaced by texts. */
final class Template {
    private static final Pattern PLACE = Pattern.compile("\\$\\{([^}]+)}");

    private Template() {}

    /** Returns the page with each placeholder replaced by its text. Placeholders within the texts are not replaced. */
    static String filled(final String page, final Map<String, String> texts) {
        return PLACE.matcher(page).replaceAll(place -> Matcher.quoteReplacement(texts.get(place.group(1))));
    }

    /** Returns the text of one of the program's resources. */
    static String resource(final String name) throws IOException {
        try (InputStream stream = Template.class.getResourceAsStream(name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
