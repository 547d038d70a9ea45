// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The numbers of the points that have been finished by any process. Only the new lines of the growing files are read.
 */
final class DonePoints {
    private static final Pattern LINE = Pattern.compile("\\{\"point\":(\\d+),.*\\}");

    private final SweepFolder folder;
    private final Map<Path, Long> read = new HashMap<>();
    private final Set<Integer> numbers = new HashSet<>();

    DonePoints(final SweepFolder folder) {
        this.folder = folder;
    }

    /** Returns the numbers of all points that have been finished so far. */
    Set<Integer> now() throws IOException {
        for (final Path file : folder.files()) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                final long from = read.getOrDefault(file, 0L);
                final ByteBuffer bytes = ByteBuffer.allocate((int) Math.max(0, channel.size() - from));
                while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) > 0) {
                    // read until the buffer is full
                }
                final String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
                final String whole = text.substring(0, text.lastIndexOf('\n') + 1);
                whole.lines()
                        .map(LINE::matcher)
                        .filter(Matcher::matches)
                        .forEach(line -> numbers.add(Integer.parseInt(line.group(1))));
                read.put(file, from + whole.length());
            }
        }
        return numbers;
    }
}
