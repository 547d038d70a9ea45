// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.bench.console.ExitCode.DONE;
import static org.rpcrdma.bench.console.ExitCode.FAILED;
import static org.rpcrdma.bench.console.ExitCode.UNUSABLE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.inspect.lint.LintRule;

class LintCommandTest {
    /** The offset of the credits within the reply in frame 51 of nfs3. */
    private static final int CREDITS_OF_FRAME_51 = 8;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final StringWriter printed = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int lint(final String... arguments) {
        return CommandTest.alone(new LintCommand(out))
                .setOut(new PrintWriter(printed, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.US_ASCII).lines().toList();
    }

    private static byte[] plain() throws IOException {
        try (InputStream in =
                new GZIPInputStream(LintCommandTest.class.getResourceAsStream("/captures/nfs3.pcap.gz"))) {
            return in.readAllBytes();
        }
    }

    /** Returns the capture nfs3, modified so that the reply in frame 51 grants no credits. */
    private String brokenCapture() throws IOException {
        final byte[] capture = plain();
        capture[sendIn(capture, 51) + CREDITS_OF_FRAME_51 + 3] = 0;
        return Files.write(folder.resolve("broken.pcap"), capture).toString();
    }

    /** Returns the offset of the Send in a frame that contains one packet. */
    private static int sendIn(final byte[] capture, final int frame) {
        int record = 24;
        for (int i = 1; i < frame; i++) {
            record += 16 + (capture[record + 8] & 0xff) + ((capture[record + 9] & 0xff) << 8);
        }
        return record + 16 + 54;
    }

    @Test
    void shouldEndWithZeroWithoutFindings() throws IOException {
        final Path file = Files.write(folder.resolve("good.pcap"), plain());
        assertEquals(DONE, lint(file.toString()));
        assertEquals(List.of(), lines());
        assertEquals(
                "486 messages of 1 connections: no findings; 2 retransmitted packets ignored" + System.lineSeparator(),
                err.toString());
    }

    @Test
    void shouldReadABundledCaptureByItsName() {
        assertEquals(DONE, lint("nfs3"));
        assertEquals(
                "486 messages of 1 connections: no findings; 2 retransmitted packets ignored" + System.lineSeparator(),
                err.toString());
    }

    @Test
    void shouldPrintALineAFindingAndEndWithOne() throws IOException {
        assertEquals(FAILED, lint(brokenCapture()));
        assertEquals(
                List.of("     51    10.480437  10.98.0.1 -> 10.98.0.2  c3d9aa42  zero-credits            RFC 8166 3.3.1"
                        + "  granted=0"),
                lines());
        assertEquals(
                "486 messages of 1 connections: 1 findings; 2 retransmitted packets ignored" + System.lineSeparator(),
                err.toString());
    }

    /** The call in frame 111 has four Read segments at position 112. The test moves the last one to position 100. */
    @Test
    void shouldEndWithZeroIfThereAreOnlyWarnings() throws IOException {
        final byte[] capture = plain();
        final int position = sendIn(capture, 111) + 16 + 3 * 24 + 4;
        assertEquals(112, capture[position + 3]);
        capture[position + 3] = 100;
        final Path file = Files.write(folder.resolve("unordered.pcap"), capture);
        assertEquals(DONE, lint(file.toString()), err::toString);
        assertEquals(
                List.of("warning: position=100 last=112 inline=112 chunks_before=393216"),
                lines().stream()
                        .map(line -> line.substring(line.indexOf("warning")))
                        .toList());
        assertEquals(
                "486 messages of 1 connections: 1 findings, 1 of them warnings; 2 retransmitted packets ignored"
                        + System.lineSeparator(),
                err.toString());
    }

    @Test
    void shouldReadStandardInput() throws IOException {
        final InputStream before = System.in;
        try (InputStream capture = Files.newInputStream(Path.of(brokenCapture()))) {
            System.setIn(capture);
            assertEquals(FAILED, lint("-"));
        } finally {
            System.setIn(before);
        }
        assertEquals(1, lines().size());
    }

    @Test
    void shouldWriteFindingsAsJsonWithNothingElseOnStandardOutput() throws IOException {
        assertEquals(FAILED, lint("--json", "-", brokenCapture()));
        final JsonNode result = new ObjectMapper().readTree(printed.toString());
        assertEquals(486, result.get("messages").asInt());
        assertEquals(1, result.get("findings").asInt());
        assertEquals("zero-credits", result.get("listed").get(0).get("rule").asText());
        assertEquals("c3d9aa42", result.get("listed").get(0).get("xid").asText());
        assertEquals(List.of(), lines());
    }

    @Test
    void shouldRefuseWhatHoldsNoMessage() throws IOException {
        final Path text = Files.writeString(folder.resolve("text"), "no capture at all");
        assertEquals(UNUSABLE, lint(text.toString()));
        assertEquals(UNUSABLE, lint());
        assertEquals(UNUSABLE, lint("--rules", text.toString()));
        assertEquals(3, err.toString().lines().count(), err::toString);
        final byte[] early = java.util.Arrays.copyOf(plain(), 3000);
        assertEquals(UNUSABLE, lint(Files.write(folder.resolve("early"), early).toString()));
        assertTrue(err.toString().contains("contains no RPC-over-RDMA message: frames="), err::toString);
    }

    /** The page lists Linux fixes. Our server and client are tested with the same cases. */
    @Test
    void shouldListExistingTestsOnItsPage() throws IOException {
        final StringBuilder tests = new StringBuilder();
        try (Stream<Path> files = Files.list(Path.of("../../transport/src/test/java/org/rpcrdma/transport"))) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                tests.append(Files.readString(file));
            }
        }
        final Matcher named =
                Pattern.compile("`(should\\w+)`").matcher(Files.readString(Path.of("../../docs/captures.md")));
        int count = 0;
        while (named.find()) {
            assertTrue(tests.indexOf(" void " + named.group(1) + "()") > 0, named.group(1));
            count++;
        }
        assertEquals(10, count);
    }

    @Test
    void shouldListTheRulesOfItsPage() throws IOException {
        assertEquals(DONE, lint("--rules", "-j"));
        final String page = Files.readString(Path.of("../../docs/captures.md"));
        final JsonNode rows = new ObjectMapper().readTree(printed.toString());
        assertEquals(LintRule.values().length, rows.size());
        for (final JsonNode row : rows) {
            final String documented = String.format(
                    "| `%s`%s | %s, %s | %s |",
                    row.get("rule").asText(),
                    row.get("severity").asText().equals("warning") ? " (warning)" : "",
                    row.get("rfc").asText(),
                    row.get("section").asText(),
                    row.get("demand").asText());
            assertTrue(page.contains(documented), documented);
        }
    }
}
