// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A parsed Markdown page: its headings' anchors, its fenced blocks and its other lines.
 *
 * @param file    the file, relative to this module's folder.
 * @param anchors the valid fragments in links to the page.
 * @param blocks  the fenced blocks.
 * @param prose   the lines outside fenced blocks.
 */
record Page(Path file, Set<String> anchors, List<Block> blocks, List<String> prose) {
    private static final Path ROOT = Path.of("../..");

    /**
     * A fenced block.
     *
     * @param info  the words that follow the fence.
     * @param line  the number of the block's first line.
     * @param lines the block's lines.
     */
    record Block(String info, int line, List<String> lines) {}

    /** Returns README.md, CONTRIBUTING.md and all pages of docs. */
    static List<Page> all() throws IOException {
        final List<Page> pages = new ArrayList<>();
        pages.add(read(ROOT.resolve("README.md")));
        pages.add(read(ROOT.resolve("CONTRIBUTING.md")));
        try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
            for (final Path file : files.filter(name -> name.toString().endsWith(".md"))
                    .sorted()
                    .toList()) {
                pages.add(read(file));
            }
        }
        return pages;
    }

    static Page read(final Path file) throws IOException {
        final Set<String> anchors = new HashSet<>();
        final List<Block> blocks = new ArrayList<>();
        final List<String> prose = new ArrayList<>();
        final Map<String, Integer> headings = new HashMap<>();
        Block open = null;
        int number = 0;
        for (final String line : Files.readAllLines(file)) {
            number++;
            if (line.startsWith("```")) {
                if (open == null) {
                    open = new Block(line.substring(3).strip(), number + 1, new ArrayList<>());
                    blocks.add(open);
                } else {
                    open = null;
                }
            } else if (open != null) {
                add(line, open.lines());
            } else {
                prose.add(line);
                if (line.matches("#{1,6} .*")) {
                    final String anchor = anchor(line.replaceFirst("#+ ", ""));
                    final int before = headings.merge(anchor, 1, Integer::sum) - 1;
                    anchors.add(before == 0 ? anchor : anchor + "-" + before);
                }
            }
        }
        return new Page(file, anchors, blocks, prose);
    }

    /** Adds a line. Appends it to the previous line if that line ends with a backslash, as a shell does. */
    private static void add(final String line, final List<String> lines) {
        final int last = lines.size() - 1;
        if (last >= 0 && lines.get(last).endsWith(" \\")) {
            lines.set(last, lines.get(last).replaceFirst(" \\\\$", " ") + line.strip());
        } else {
            lines.add(line);
        }
    }

    /** Returns the anchor that GitHub generates for a heading. */
    private static String anchor(final String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }

    String name() {
        return file.getFileName().toString();
    }

    /** Returns the blocks with the given info string. */
    List<Block> blocks(final String info) {
        return blocks.stream().filter(block -> block.info().equals(info)).toList();
    }
}
