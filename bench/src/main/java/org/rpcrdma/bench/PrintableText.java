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
package org.rpcrdma.bench;

/** Text from outside on its way to a terminal. */
final class PrintableText {
    private PrintableText() {}

    /** A text without what would command the terminal: control and format characters are written as numbers. */
    static String of(final String text) {
        final StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            if (Character.isISOControl(character) || Character.getType(character) == Character.FORMAT) {
                shown.append(String.format("\\u%04x", character));
            } else {
                shown.appendCodePoint(character);
            }
        });
        return shown.toString();
    }
}
