/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench.sweep;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page with places, {@code ${name}}, that texts are put into. */
final class Template {
    private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)}");

    private Template() {}

    /** The page with a text in each place; texts are not looked into. */
    static String filled(final String page, final Map<String, String> texts) {
        return PLACE.matcher(page).replaceAll(place -> Matcher.quoteReplacement(texts.get(place.group(1))));
    }

    /** A text that comes with the program. */
    static String resource(final String name) throws IOException {
        try (InputStream stream = Template.class.getResourceAsStream(name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
