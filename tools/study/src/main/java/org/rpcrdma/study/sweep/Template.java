// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page with placeholders, {@code ${name}}, which texts replace. */
final class Template {
    private static final Pattern PLACE = Pattern.compile("\\$\\{([^}]+)}");

    private Template() {}

    /** Returns the page with a text for each placeholder; texts are not looked into. */
    static String filled(final String page, final Map<String, String> texts) {
        return PLACE.matcher(page).replaceAll(place -> Matcher.quoteReplacement(texts.get(place.group(1))));
    }

    /** Returns a text from the program's resources. */
    static String resource(final String name) throws IOException {
        try (InputStream stream = Template.class.getResourceAsStream(name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
