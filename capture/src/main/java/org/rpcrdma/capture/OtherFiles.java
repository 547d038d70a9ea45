// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.nio.file.Path;
import java.util.Locale;

/** Recognizes unsupported files, whose first four bytes identify their format, and explains how to convert them. */
final class OtherFiles {
    private OtherFiles() {}

    static String nameOf(final int magic, final Path file) {
        return switch (magic) {
            case 0x02214c18 -> compressed("the legacy lz4 format", "lz4 -dc", file);
            case 0xfd377a58 -> compressed("xz", "xz -dc", file);
            case 0x736e6f6f -> converted("a snoop file", file);
            case 0x1c0001ac, 0x1c0001ab -> converted("an IXIA file", file);
            case 0xa1b2cd34, 0x34cdb2a1 -> converted("a Kuznetzov pcap file", file);
            default ->
                magic >>> Byte.SIZE == 0x425a68 ? compressed("bzip2", "bzip2 -dc", file) : withoutMagic(magic, file);
        };
    }

    /**
     * Describes a file whose first bytes are not a known magic number. ERF files have no magic number; their first
     * field is the time of the first record.
     */
    private static String withoutMagic(final int magic, final Path file) {
        return file.toString().endsWith(".erf")
                ? converted("an ERF file", file)
                : String.format(Locale.ROOT, "not a capture: it starts with 0x%08x", magic);
    }

    private static String compressed(final String kind, final String tool, final Path file) {
        return "compressed with " + kind + ": " + tool + " " + file + " | rpcrdma decode -";
    }

    private static String converted(final String kind, final Path file) {
        return kind + ": editcap -F pcapng " + file + " - | rpcrdma decode -";
    }
}
