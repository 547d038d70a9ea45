// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.bench.CommandTest.alone;
import static org.rpcrdma.bench.console.ExitCode.DONE;
import static org.rpcrdma.bench.console.ExitCode.FAILED;
import static org.rpcrdma.bench.console.ExitCode.UNUSABLE;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecodeCommandTest {
    private static final int EXACT_COLUMNS = 15;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final StringWriter err = new StringWriter();

    private int decode(final OutputStream to, final String... arguments) {
        return alone(new DecodeCommand(to)).setErr(new PrintWriter(err, true)).execute(arguments);
    }

    private List<String> decoded(final String... arguments) {
        assertEquals(DONE, decode(out, arguments), err::toString);
        return out.toString(StandardCharsets.US_ASCII).lines().toList();
    }

    private Path sample(final String name) throws IOException {
        return write(name + ".pcap.gz", resource(name + ".pcap.gz"));
    }

    private Path write(final String name, final byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    private static byte[] resource(final String name) throws IOException {
        try (InputStream in = DecodeCommandTest.class.getResourceAsStream("/captures/" + name)) {
            return in.readAllBytes();
        }
    }

    private static byte[] plain(final String name) throws IOException {
        try (InputStream in =
                new GZIPInputStream(DecodeCommandTest.class.getResourceAsStream("/captures/" + name + ".pcap.gz"))) {
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs41", "nfs42fio", "recall", "own-client"})
    void shouldAgreeWithWireshark(final String name) throws IOException {
        final List<String> key = new String(resource(name + ".messages.tsv"), StandardCharsets.UTF_8)
                .lines()
                .toList();
        final List<String> rows = decoded(sample(name).toString(), "--tsv");
        assertEquals(key.size(), rows.size());
        final List<String> keyColumns = Arrays.asList(key.get(0).split("\t"));
        final String[] columns = rows.get(0).split("\t");
        assertEquals(18, columns.length);
        int compared = 0;
        for (int row = 1; row < rows.size(); row++) {
            final String[] expected = key.get(row).split("\t", -1);
            final String[] actual = rows.get(row).split("\t", -1);
            assertEquals(columns.length, actual.length);
            for (int column = 0; column < columns.length; column++) {
                final String value = expected[keyColumns.indexOf(columns[column])];
                final String where = columns[column] + " of " + rows.get(row);
                if (column < EXACT_COLUMNS) {
                    assertEquals(value, actual[column], where);
                } else if (!value.isEmpty()) {
                    assertEquals(value.split(",")[0], actual[column], where);
                    compared++;
                }
            }
        }
        assertTrue(compared > key.size(), "rpc columns compared: " + compared);
    }

    @Test
    void shouldPrintTheOwnWordsOfACallWithAReadList() throws IOException {
        final List<String> calls = decoded(sample("nfs42fio").toString(), "--tsv").stream()
                .filter(row -> row.split("\t", -1)[8].equals("1"))
                .toList();
        assertEquals(414, calls.size());
        assertTrue(calls.stream().allMatch(row -> row.endsWith("\t0\t100003\t1")));
    }

    @Test
    void shouldPrintALineAMessageForPeople() throws IOException {
        final List<String> lines = decoded(sample("nfs3").toString());
        assertEquals(488, lines.size());
        assertEquals(
                "     45    10.406779  10.98.0.2 -> 10.98.0.1  c2d9aa42  call  NFSv3 NULL          MSG   credits 128",
                lines.get(0));
        final List<String> again =
                lines.stream().filter(line -> line.endsWith(" retransmitted")).toList();
        assertEquals(2, again.size());
        assertTrue(again.get(0).startsWith("   2537 ") && again.get(1).startsWith("   3268 "), again::toString);
        assertTrue(lines.stream().anyMatch(line -> line.contains(" reads[@112 00000cbc:d2d9aa42848c0000+131072 ")));
        assertTrue(err.toString().startsWith("488 messages: 244 calls, 244 replies, "), err::toString);
    }

    @Test
    void shouldReportTheOperationOfACompound() throws IOException {
        final List<String> lines = decoded(sample("nfs41").toString());
        assertTrue(lines.stream().anyMatch(line -> line.contains("  call  NFSv4 EXCHANGE_ID ")));
        assertTrue(lines.stream().anyMatch(line -> line.contains("  reply NFSv4 OPEN ")));
        assertEquals(0, lines.stream().filter(line -> line.contains("COMPOUND")).count());
    }

    @Test
    void shouldAddAHexDumpOfTheWholeMessage() throws IOException {
        final List<String> lines = decoded(sample("nfs3").toString(), "--hex");
        assertTrue(lines.get(0).endsWith("credits 128"));
        assertEquals("0000 c2 d9 aa 42", lines.get(1).substring(0, 16));
        assertTrue(lines.get(1).endsWith("# xid"));
        assertTrue(lines.stream().anyMatch(line -> line.endsWith("# program 100003")));
        assertTrue(lines.get(14).startsWith("0034 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "), lines.get(14));
        assertTrue(lines.get(15).startsWith("     47 "));
    }

    @Test
    void shouldPrintTheWholeMessagesOfACutCapture() throws IOException {
        final byte[] half = Arrays.copyOf(plain("nfs3"), 1_000_000);
        assertEquals(34, decoded(write("cut.pcap", half).toString()).size());
        final List<String> warnings = err.toString().lines().toList();
        assertEquals(2, warnings.size());
        assertTrue(warnings.get(0).contains("cut.pcap: 1 of 1062 frames are truncated"), err::toString);
        assertTrue(warnings.get(1).startsWith("34 messages: "), err::toString);
    }

    @Test
    void shouldRefuseInputInOneLine() throws IOException {
        final byte[] early = Arrays.copyOf(plain("nfs3"), 3000);
        assertRefused(
                "contains no RPC-over-RDMA message", write("none.pcap", early).toString());
        assertRefused(
                "not a capture",
                write("text", "hello, world".getBytes(StandardCharsets.US_ASCII))
                        .toString());
        assertRefused("empty", write("empty", new byte[0]).toString(), "--tsv");
        assertRefused("no such file", folder.resolve("missing").toString(), "--hex");
        assertRefused("a directory", folder.toString());
        assertRefused("mutually exclusive", "--hex", "--tsv", "x");
        assertRefused("FILE");
        assertRefused("--bogus", "--bogus", "x");
    }

    private void assertRefused(final String why, final String... arguments) {
        err.getBuffer().setLength(0);
        assertEquals(UNUSABLE, decode(out, arguments));
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().contains(why), err::toString);
        assertEquals(0, out.size());
    }

    /** The capture grows like that of a running tcpdump. */
    @Test
    void shouldPrintWhatCameOnStandardInputBeforeMoreComes() throws Exception {
        final byte[] capture = plain("nfs3");
        final InputStream before = System.in;
        final PipedOutputStream tcpdump = new PipedOutputStream();
        try {
            System.setIn(new PipedInputStream(tcpdump, 1 << 16));
            final Thread command = new Thread(() -> decode(out, "-"));
            command.start();
            tcpdump.write(capture, 0, 15_000);
            tcpdump.flush();
            while (out.size() == 0 && command.isAlive()) {
                Thread.onSpinWait();
            }
            assertTrue(out.toString(StandardCharsets.US_ASCII).startsWith("     45    10.406779 "), out::toString);
            assertEquals("", err.toString());
            tcpdump.close();
            command.join();
        } finally {
            System.setIn(before);
        }
        assertTrue(err.toString().contains("messages: "), err::toString);
    }

    /** Returns a standard output that fails when it is written. */
    private static OutputStream failing(final String why) {
        return new OutputStream() {
            @Override
            public void write(final int b) throws IOException {
                throw new IOException(why);
            }
        };
    }

    @Test
    void shouldExitQuietlyWithoutAReader() throws IOException {
        assertEquals(DONE, decode(failing("Broken pipe"), sample("nfs3").toString()));
        assertEquals("", err.toString());
    }

    @Test
    void shouldFailWhenOutputCannotBeWritten() throws IOException {
        assertEquals(
                FAILED,
                decode(failing("No space left on device"), sample("nfs3").toString(), "--tsv"));
        assertEquals(
                "rpcrdma: cannot write to standard output: No space left on device" + System.lineSeparator(),
                err.toString());
    }
}
