// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.frmr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Compares a script's output from Linux's pools with the output from ours. Each section must contain the same lines in
 * the same order, and the same destroyed handles. Handles have the same numbers, with one exception: in a pool that has
 * been pinned, an idle handle may correspond to another handle of the same pool, and keeps this correspondence from
 * then on.
 */
final class TranscriptComparison {
    private final Map<Integer, Integer> oursByLinuxs = new HashMap<>();
    private final Map<Integer, Integer> linuxsByOurs = new HashMap<>();
    private final Map<Integer, String> keys = new HashMap<>();
    private final List<String> differences = new ArrayList<>();
    private int created;
    private int handles;
    private int exchanged;
    private int shown;

    /**
     * A section's lines. Handles that passes destroyed are stored separately, because passes over several pools have no
     * defined order.
     */
    private record Section(String name, List<String> lines, TreeSet<Integer> destroyed, TreeSet<Integer> ofAny) {
        static List<Section> read(final List<String> transcript) {
            final List<Section> sections = new ArrayList<>();
            for (final String line : transcript) {
                if (line.startsWith("> ")) {
                    sections.add(new Section(line, new ArrayList<>(), new TreeSet<>(), new TreeSet<>()));
                } else if (!line.isEmpty()) {
                    sections.get(sections.size() - 1).add(line);
                }
            }
            return sections;
        }

        private void add(final String line) {
            if (line.startsWith("create")) {
                addCreation(line.split(" "));
            } else if (line.startsWith("destroy")) {
                addDestroyed(line);
            } else {
                lines.add(line.stripTrailing());
            }
        }

        /**
         * Adds up consecutive creations, because our pools create handles in steps. A refused creation counts as one,
         * regardless of its size.
         */
        private void addCreation(final String[] words) {
            final String key = String.join(" ", Arrays.copyOf(words, words.length - 2));
            final String result = words[words.length - 1];
            int count = result.equals("0") ? Integer.parseInt(words[words.length - 2].replace(":", "")) : 0;
            final String last = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
            if (count > 0 && last.startsWith(key + " ") && last.endsWith(": 0")) {
                count += countOf(last);
                lines.remove(lines.size() - 1);
            }
            lines.add(key + " " + count + ": " + result);
        }

        static int countOf(final String creation) {
            return Integer.parseInt(creation.replaceAll(".* count (\\d+): .*", "$1"));
        }

        private void addDestroyed(final String line) {
            final boolean any = line.endsWith(PoolPlayer.ANY);
            final String[] words = line.replace(PoolPlayer.ANY, "").split(" ");
            for (int i = 1; i < words.length; i++) {
                destroyed.add(Integer.parseInt(words[i]));
                if (any) {
                    ofAny.add(Integer.parseInt(words[i]));
                }
            }
        }
    }

    /** Compares two transcripts. */
    TranscriptComparison(final List<String> linux, final List<String> ours) {
        final List<Section> theirs = Section.read(linux);
        final List<Section> own = Section.read(ours);
        for (int i = 0; i < Math.min(theirs.size(), own.size()) && differences.isEmpty(); i++) {
            compare(theirs.get(i), own.get(i));
        }
        if (differences.isEmpty() && theirs.size() != own.size()) {
            differences.add("sections: linux=" + theirs.size() + " ours=" + own.size());
        }
    }

    /** Returns the differences in the first section that differs. */
    List<String> differences() {
        return differences;
    }

    /** Returns the figures of the comparison. */
    String figures() {
        return "handles popped=" + handles + " another of a pinned pool=" + exchanged + " created=" + created
                + " shown=" + shown;
    }

    private void compare(final Section linux, final Section ours) {
        final boolean isAlike = linux.name.equals(ours.name) && linux.lines.size() == ours.lines.size();
        for (int i = 0; isAlike && i < ours.lines.size(); i++) {
            if (!isSame(linux.lines.get(i), ours.lines.get(i))) {
                differences.add(ours.name + ": linux: " + linux.lines.get(i) + " ours: " + ours.lines.get(i));
            }
        }
        if (!isAlike) {
            differences.add("linux: " + linux.name + " " + linux.lines + " ours: " + ours.name + " " + ours.lines);
        }
        compareDestroyed(linux, ours);
        shown += ours.name.equals("> show") ? 1 : 0;
    }

    private boolean isSame(final String linux, final String ours) {
        if (ours.startsWith("create ")) {
            noteCreated(ours);
        }
        if (!ours.startsWith("pop ") || !linux.startsWith("pop ")) {
            return linux.equals(ours);
        }
        final String[] theirWords = linux.split(" ");
        final String[] words = ours.split(" ");
        if (!theirWords[1].equals(words[1]) || !theirWords[2].equals(words[2])) {
            return false;
        }
        handles++;
        return words[3].equals("0")
                ? theirWords[3].equals("0")
                : match(Integer.parseInt(theirWords[3]), Integer.parseInt(words[3]), ours.endsWith(PoolPlayer.ANY));
    }

    private void noteCreated(final String line) {
        for (int i = 0; i < Section.countOf(line); i++) {
            created++;
            keys.put(created, line.substring(0, line.indexOf(" count ")));
            oursByLinuxs.put(created, created);
            linuxsByOurs.put(created, created);
        }
    }

    /** Returns true if Linux's handle corresponds to ours, or may correspond to it from now on. */
    private boolean match(final int linux, final int ours, final boolean any) {
        final Integer meant = oursByLinuxs.get(linux);
        if (meant == null || meant == ours) {
            return meant != null;
        }
        if (!any || !keys.get(meant).equals(keys.get(ours))) {
            return false;
        }
        exchanged++;
        final int other = linuxsByOurs.get(ours);
        oursByLinuxs.put(linux, ours);
        linuxsByOurs.put(ours, linux);
        oursByLinuxs.put(other, meant);
        linuxsByOurs.put(meant, other);
        return true;
    }

    private void compareDestroyed(final Section linux, final Section ours) {
        final TreeSet<Integer> left = new TreeSet<>(ours.destroyed);
        final List<Integer> others = new ArrayList<>();
        for (final int handle : linux.destroyed) {
            if (!left.remove(oursByLinuxs.getOrDefault(handle, 0))) {
                others.add(handle);
            }
        }
        for (final int handle : others) {
            final Integer stands = left.stream()
                    .filter(ours.ofAny::contains)
                    .filter(candidate -> keys.get(candidate).equals(keys.get(oursByLinuxs.get(handle))))
                    .findFirst()
                    .orElse(null);
            if (stands == null || !match(handle, stands, true)) {
                differences.add(ours.name + ": destroyed: linux=" + linux.destroyed + " ours=" + ours.destroyed);
                return;
            }
            left.remove(stands);
        }
        if (!left.isEmpty()) {
            differences.add(ours.name + ": destroyed: linux=" + linux.destroyed + " ours=" + ours.destroyed);
        }
    }
}
