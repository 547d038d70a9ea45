// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.console.ExitCode;

class ExplainCommandTest extends CommandTest {
    private static final Map<String, String> PROGRAMS =
            Map.of("100003\t3", "NFSv3", "100003\t4", "NFSv4", "100227\t3", "NFSACL", "1073741824\t1", "NFSv4-CB");
    private static final int RECORD_HEADER = 16;

    @TempDir
    private Path folder;

    private String sample(final String name) throws IOException {
        return Files.write(folder.resolve(name + ".pcap.gz"), resource(name + ".pcap.gz"))
                .toString();
    }

    private static byte[] resource(final String name) throws IOException {
        try (InputStream in = ExplainCommandTest.class.getResourceAsStream("/captures/" + name)) {
            return in.readAllBytes();
        }
    }

    private static byte[] plain(final String name) throws IOException {
        try (InputStream in =
                new GZIPInputStream(ExplainCommandTest.class.getResourceAsStream("/captures/" + name + ".pcap.gz"))) {
            return in.readAllBytes();
        }
    }

    private static List<String> key(final String name) throws IOException {
        return new String(resource(name), StandardCharsets.UTF_8).lines().toList();
    }

    private JsonNode explained(final String... arguments) throws IOException {
        final String[] all = Arrays.copyOf(arguments, arguments.length + 3);
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[0] = "explain";
        all[all.length - 2] = "--no-verdict";
        all[all.length - 1] = "-j";
        assertEquals(ExitCode.DONE, rpcrdma(all), err::toString);
        return new ObjectMapper().readTree(out.toString());
    }

    private String screen(final String... arguments) {
        final String[] all = Arrays.copyOf(arguments, arguments.length + 2);
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[0] = "explain";
        all[all.length - 1] = "--no-verdict";
        assertEquals(ExitCode.DONE, rpcrdma(all), err::toString);
        return out.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs41", "nfs42fio", "recall", "own-client"})
    void shouldCountAndTimeTheCallsOfEachProcedureAsTsharkDoes(final String name) throws IOException {
        final Map<String, Long> calls = new TreeMap<>();
        final Map<String, Long> worst = new TreeMap<>();
        for (final JsonNode connection : explained(sample(name)).get("listed")) {
            for (final JsonNode row : connection.get("procedures")) {
                final String procedure =
                        row.get("program").asText() + " " + row.get("procedure").asText();
                final JsonNode times = row.get("serviceNanos");
                calls.merge(procedure, times.get("count").asLong(), Long::sum);
                worst.merge(procedure, times.get("worst").asLong(), Math::max);
            }
        }
        final Map<String, Long> expected = new TreeMap<>();
        int timed = 0;
        for (final String row : key(name + ".calls.tsv")) {
            final String[] cells = row.split("\t", -1);
            final String procedure = PROGRAMS.get(cells[0] + "\t" + cells[1]) + " " + cells[2];
            expected.put(procedure, Long.parseLong(cells[3]));
            // A WRITE's data is in Read chunks, and tshark measures the time from the end of these chunks.
            if (!cells[4].isEmpty() && !cells[2].equals("WRITE")) {
                timed++;
                assertEquals(Math.round(Double.parseDouble(cells[4]) * 1e9), worst.get(procedure), procedure);
            }
        }
        assertEquals(expected, calls);
        assertTrue(timed >= 9, "timed=" + timed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs41", "nfs42fio", "recall", "own-client"})
    void shouldSumUpTheChunksThatWiresharkReads(final String name) throws IOException {
        final List<String> rows = key(name + ".messages.tsv");
        final List<String> columns = Arrays.asList(rows.get(0).split("\t"));
        final int source = columns.indexOf("ip.src");
        final int xid = columns.indexOf("rpcordma.xid");
        final int offsets = columns.indexOf("rpcordma.rdma_offset");
        final int lengths = columns.indexOf("rpcordma.rdma_length");
        final Set<String> seen = new TreeSet<>(); // The answer key lists retransmitted calls twice.
        long expected = 0;
        long segments = 0;
        for (final String line : rows.subList(1, rows.size())) {
            final String[] row = line.split("\t", -1);
            if (row[source].equals("10.98.0.2") && !row[lengths].isEmpty() && seen.add(row[xid] + row[offsets])) {
                expected += sum(row[lengths]);
                segments += row[lengths].split(",").length;
            }
        }
        long offered = 0;
        long found = 0;
        for (final JsonNode connection : explained(sample(name)).get("listed")) {
            for (final String way : List.of("readChunks", "positionZero", "writeChunks", "replyChunks")) {
                offered += connection.get("data").get(way).get("bytes").asLong();
                found += connection.get("data").get(way).get("segments").asLong();
            }
        }
        assertEquals(segments, found);
        assertEquals(expected, offered);
    }

    private static long sum(final String numbers) {
        return numbers.isEmpty()
                ? 0
                : Arrays.stream(numbers.split(",")).mapToLong(Long::parseLong).sum();
    }

    @Test
    void shouldReportAddressesTimesAndNegotiatedLimits() throws IOException {
        final String text = screen(sample("nfs41"));
        assertTrue(text.startsWith("connection 0: 10.98.0.2 -> 10.98.0.1 port 20049\n"), text);
        for (final String words : List.of(
                "2026-11-20T09:54:30.451940Z, 11.213181 s to 38.811378 s, frames 23 to 3194",
                "inline up to 4,096 bytes to the server, 4,096 to the client",
                "client: version 1, sends 4,096, receives 4,096, R=1",
                "222 calls, 222 answered; asked 128, granted 64, in flight at most 2 (3 %)",
                "54 keys invalidated by the peer",
                "lint          no findings",
                "open when the capture ends")) {
            assertTrue(text.contains(words), words + " in " + text);
        }
    }

    @Test
    void shouldPrintOneScreenAConnection() throws IOException {
        assertTrue(screen(sample("nfs41")).lines().count() <= 50, out::toString);
        assertTrue(screen(sample("nfs42fio")).lines().count() <= 50, out::toString);
    }

    @Test
    void shouldReportReverseCallsAndTheEndOfAConnection() throws IOException {
        final JsonNode first = explained(sample("recall")).get("listed").get(0);
        assertEquals(1, first.get("reverseCalls").get("answered").asInt());
        assertEquals(16, first.get("reverseCalls").get("mostGranted").asInt());
        assertEquals("10.98.0.2", first.get("end").get("source").asText());
        assertEquals("disconnect request", first.get("end").get("reason").asText());
        assertEquals(120, first.get("end").get("frame").asInt());
        assertTrue(screen(sample("recall")).contains("NFSv4-CB CB_RECALL (reverse)"), out::toString);
    }

    @Test
    void shouldMeasureRdmaReadsFromRequestToLastByte() throws IOException {
        final JsonNode connection = explained(sample("nfs3")).get("listed").get(0);
        final JsonNode reads = connection.get("rdmaReads");
        assertEquals(1 << 20, reads.get("bytes").asLong());
        assertEquals(
                reads.get("requests").asLong(),
                reads.get("roundTrip").get("count").asLong());
        assertEquals(
                connection.get("data").get("writeChunks").get("usedBytes").asLong()
                        + connection
                                .get("data")
                                .get("replyChunks")
                                .get("usedBytes")
                                .asLong(),
                connection.get("rdmaWrites").get("bytes").asLong());
    }

    /** A tenth of all packets is lost. The gaps cause NAKs, and Sends, READs and WRITEs are sent again. */
    @Test
    void shouldCountRetransmissions() throws IOException {
        final String file = folder.resolve("lossy.pcap").toString();
        assertEquals(0, rpcrdma("capture", "--workload", "echo", "--rpcs", "300", "--loss", "0.1", "--out", file));
        final JsonNode connection = explained(file).get("listed").get(0);
        assertEquals(300, connection.get("calls").get("answered").asInt());
        assertTrue(connection.get("repeated").get("sends").asInt() > 0, connection::toString);
        assertTrue(connection.get("repeated").get("packets").asInt() > 0, connection::toString);
        assertTrue(connection.get("repeated").get("sequenceNaks").asInt() > 0, connection::toString);
        assertEquals(
                300,
                connection
                        .get("procedures")
                        .get(0)
                        .get("serviceNanos")
                        .get("count")
                        .asInt());
    }

    @Test
    void shouldListTheSlowestCallsWithTheirFrames() throws IOException {
        final JsonNode slowest = explained(sample("nfs41"), "--slowest", "3")
                .get("listed")
                .get(0)
                .get("slowest");
        assertEquals(3, slowest.size());
        assertEquals("EXCHANGE_ID", slowest.get(1).get("procedure").asText());
        assertEquals(58_868_000, slowest.get(1).get("serviceNanos").asLong());
        assertEquals(27, slowest.get(1).get("callFrame").asInt());
        assertEquals(30, slowest.get(1).get("replyFrame").asInt());
        assertEquals("5dec9d55", slowest.get(1).get("xid").asText());
        assertEquals(
                0,
                explained(sample("nfs41"), "--slowest", "0")
                        .get("listed")
                        .get(0)
                        .get("slowest")
                        .size());
    }

    @Test
    void shouldSelectByConnectionProcedureXidAndTime() throws IOException {
        final JsonNode first =
                explained(sample("own-client"), "--connection", "1").get("listed");
        assertEquals(1, first.size());
        assertEquals(1, first.get(0).get("connection").asInt());
        final JsonNode opens = explained(sample("nfs41"), "--program", "nfsv4", "--procedure", "open")
                .get("listed")
                .get(0);
        assertEquals(1, opens.get("procedures").size());
        assertEquals(2 * 47, opens.get("selected").asInt());
        assertEquals(222, opens.get("calls").get("calls").asInt());
        final JsonNode one =
                explained(sample("nfs41"), "--xid", "5dec9d55").get("listed").get(0);
        assertEquals(1, one.get("slowest").size());
        assertFalse(one.has("rdmaReads"), "data transfers have no transaction id");
        assertTrue(first.get(0).has("rdmaReads"));
        final JsonNode early =
                explained(sample("nfs41"), "--to", "11.4").get("listed").get(0);
        final JsonNode late =
                explained(sample("nfs41"), "--from", "11.4").get("listed").get(0);
        assertEquals(444, early.get("selected").asInt() + late.get("selected").asInt());
    }

    @Test
    void shouldDecodeAsMuchAsItSelects() throws IOException {
        assertEquals(2 * 47, decoded("--procedure", "OPEN").size());
        assertEquals(2, decoded("--xid", "0x5dec9d55").size());
        assertEquals(0, decoded("--connection", "1").size());
        assertEquals(445, decoded("--program", "100003", "--from", "0").size());
        assertEquals(
                445,
                decoded("--procedure", "compound").size()
                        + decoded("--procedure", "NULL").size());
    }

    private List<String> decoded(final String... arguments) throws IOException {
        final Path lines = folder.resolve("lines.json");
        final String[] all = Arrays.copyOf(arguments, arguments.length + 4);
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[0] = "decode";
        all[all.length - 3] = "--json";
        all[all.length - 2] = lines.toString();
        all[all.length - 1] = sample("nfs41");
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        assertEquals(
                0, new picocli.CommandLine(new DecodeCommand(printed)).execute(Arrays.copyOfRange(all, 1, all.length)));
        final List<String> objects = Files.readAllLines(lines);
        assertEquals(
                objects.size(),
                printed.toString(StandardCharsets.US_ASCII).lines().count());
        return objects;
    }

    @Test
    void shouldDecodeAnObjectOfJsonALine() throws IOException {
        final ObjectMapper json = new ObjectMapper();
        final List<String> rows = key("nfs41.messages.tsv");
        final List<String> columns = Arrays.asList(rows.get(0).split("\t"));
        final List<String> objects = decoded();
        assertEquals(rows.size() - 1, objects.size());
        long timed = 0;
        for (int i = 0; i < objects.size(); i++) {
            final String[] row = rows.get(i + 1).split("\t", -1);
            final JsonNode object = json.readTree(objects.get(i));
            assertEquals(
                    row[columns.indexOf("frame.number")], object.get("frame").asText());
            assertEquals(
                    row[columns.indexOf("rpcordma.xid")],
                    "0x" + object.get("xid").asText());
            assertEquals(
                    row[columns.indexOf("rpcordma.flow_control")],
                    object.get("credits").asText());
            long length = 0;
            for (final JsonNode part : object.findValues("length")
                    .subList(1, object.findValues("length").size())) {
                length += part.asLong();
            }
            final String lengths = row[columns.indexOf("rpcordma.rdma_length")];
            assertEquals(sum(lengths), length, objects.get(i));
            timed += object.has("serviceNanos") ? 1 : 0;
        }
        assertEquals(222, timed);
    }

    @Test
    void shouldLintAsMuchAsItSelects() throws IOException {
        final byte[] capture = plain("nfs3");
        int record = 24;
        for (int frame = 1; frame < 51; frame++) {
            record += RECORD_HEADER + (capture[record + 8] & 0xff) + ((capture[record + 9] & 0xff) << 8);
        }
        capture[record + RECORD_HEADER + 54 + 11] = 0; // The credits of the reply in frame 51.
        final String file = Files.write(folder.resolve("broken.pcap"), capture).toString();
        assertEquals(ExitCode.FAILED, rpcrdma("lint", "-j", file));
        assertEquals(ExitCode.FAILED, rpcrdma("lint", "-j", "--xid", "c3d9aa42", file));
        assertEquals(ExitCode.DONE, rpcrdma("lint", "-j", "--xid", "c2d9aa42", file));
        assertEquals(ExitCode.DONE, rpcrdma("lint", "-j", "--from", "11", file));
        final JsonNode finding =
                explained(file).get("listed").get(0).get("findings").get(0);
        assertEquals("zero-credits", finding.get("rule").asText());
        assertEquals(51, finding.get("firstFrame").asInt());
    }

    @Tag("long")
    @Test
    void shouldEndWithTheVerdictOfCompare() throws IOException {
        final String file = sample("recall");
        assertEquals(0, rpcrdma("explain", file), err::toString);
        final String all = out.toString().replaceAll("\\s+", " ");
        assertEquals(0, rpcrdma("compare", "--capture", file, "-j"), err::toString);
        final String verdict = new ObjectMapper()
                .readTree(out.toString())
                .get("answer")
                .get(0)
                .get("verdict")
                .asText();
        assertTrue(all.contains("verdict: " + verdict + " verdict: from the capture: "), all);
        assertEquals(0, rpcrdma("explain", "--connection", "0", file));
        assertTrue(
                out.toString().contains("verdict: not compared, because the input is part of the traffic"),
                out::toString);
    }

    /** Runs the command shown in docs/captures.md. */
    @Test
    void shouldDrawThePictureOfItsPage() throws IOException {
        final String page = Files.readString(Path.of("../../docs/captures.md"));
        assertTrue(page.contains("./rpcrdma explain nfs42fio --svg docs/explain-call.svg"), "its command");
        assertTrue(page.contains("](explain-call.svg)"), "its picture");
        final Path drawn = folder.resolve("drawn.svg");
        screen("nfs42fio", "--svg", drawn.toString());
        assertEquals(Files.readString(Path.of("../../docs/explain-call.svg")), Files.readString(drawn));
    }

    @Test
    void shouldDrawTheCallThatFiltersSelect() throws IOException {
        final Path drawn = folder.resolve("drawn.svg");
        screen(sample("nfs41"), "--svg", drawn.toString(), "--xid", "7cec9d55");
        final String svg = Files.readString(drawn);
        assertTrue(svg.contains(">nfs41.pcap.gz, connection 0, xid 7cec9d55, frames 1716 to 1983<"), svg);
        screen(sample("nfs41"), "--svg", drawn.toString(), "--procedure", "CLOSE");
        assertTrue(Files.readString(drawn).contains(">median time of 47 calls: NFSv4 CLOSE inline<"));
    }

    @Test
    void shouldKeepAPictureWithoutAReplacement() throws IOException {
        final Path drawn = Files.writeString(folder.resolve("drawn.svg"), "good");
        assertRefused("--svg: the filters select no call: ", sample("nfs41"), "--svg", drawn.toString(), "--xid", "1");
        assertRefused("empty", Files.write(folder.resolve("empty"), new byte[0]).toString(), "--svg", drawn.toString());
        assertRefused("--svg must name a file, not standard output: -", sample("nfs41"), "--svg", "-");
        assertEquals("good", Files.readString(drawn));
        assertEquals(
                List.of(),
                Files.list(folder)
                        .filter(file -> file.toString().endsWith(".tmp"))
                        .toList());
    }

    @Test
    void shouldRefuseUnusableFiltersAndFilesInOneLine() throws IOException {
        final String file = sample("recall");
        assertRefused("--xid must have 1 to 8 hexadecimal digits", "--xid", "xyz", file);
        assertRefused("--program must be a number or one of NFSv3", "--program", "NSFv3", file);
        assertRefused("--procedure must be a number, or a name", "--procedure", "RAED", file);
        assertRefused("--from must not be after --to: 2.0, 1.0", "--from", "2", "--to", "1", file);
        assertRefused("--connection must be 0 or more: -1", "--connection", "-1", file);
        assertRefused("--from must be 0 to 1000000000 seconds: NaN", "--from", "NaN", file);
        assertRefused("--to must be 0 to 1000000000 seconds: -1.0", "--to", "-1", file);
        assertRefused("--slowest must be 0 to 1,000: --slowest=-1", "--slowest", "-1", file);
        assertRefused("no such file", folder.resolve("none").toString());
        assertRefused("a directory", folder.toString());
        assertRefused("empty", Files.write(folder.resolve("empty"), new byte[0]).toString());
        final byte[] random = new byte[100_000];
        new Random(1).nextBytes(random);
        assertRefused(
                "not a capture", Files.write(folder.resolve("random"), random).toString());
    }

    private void assertRefused(final String why, final String... arguments) {
        assertEquals(ExitCode.UNUSABLE, rpcrdma(List.of("explain"), arguments), err::toString);
        assertOneLine(why);
    }

    @Test
    void shouldExplainTheWholeMessagesOfACutCapture() throws IOException {
        final byte[] half = Arrays.copyOf(plain("nfs3"), 1_000_000);
        final String text = screen(Files.write(folder.resolve("cut.pcap"), half).toString());
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().contains("cut.pcap: 1 of 1062 frames are truncated"), err::toString);
        assertTrue(text.contains("NFSv3 LOOKUP"), text);
    }

    /** Each connection consists of one call. */
    @Test
    void shouldKeepABoundedNumberOfConnections() throws IOException {
        final byte[] capture = plain("nfs3");
        int record = 24;
        for (int frame = 1; frame < 45; frame++) {
            record += RECORD_HEADER + (capture[record + 8] & 0xff) + ((capture[record + 9] & 0xff) << 8);
        }
        final int length = RECORD_HEADER + (capture[record + 8] & 0xff) + ((capture[record + 9] & 0xff) << 8);
        final byte[] call = Arrays.copyOfRange(capture, record, record + length);
        final ByteArrayOutputStream many = new ByteArrayOutputStream();
        many.write(capture, 0, 24);
        for (int i = 0; i < 5000; i++) {
            call[RECORD_HEADER + 48] = (byte) (i >> 8); // The destination's queue pair.
            call[RECORD_HEADER + 49] = (byte) i;
            many.write(call);
        }
        final JsonNode result = explained(
                Files.write(folder.resolve("many.pcap"), many.toByteArray()).toString());
        assertEquals(5000, result.get("messages").asInt());
        assertEquals(4096, result.get("listed").size());
        assertEquals(5000 - 4096, result.get("unlistedMessages").asInt());
        assertFalse(result.get("listed").get(0).get("whole").asBoolean());
    }
}
