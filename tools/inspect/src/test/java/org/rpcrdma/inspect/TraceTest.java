// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.Rpcrdma;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.trace.TraceLayout;
import org.rpcrdma.bench.trace.TraceTap;
import org.rpcrdma.bench.trace.TraceWriter;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.testkit.JavaPrograms;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.verbs.Gid;
import picocli.CommandLine;

class TraceTest {
    private static final Gid HOST = new Gid(0, 0xffff_0a62_0001L);

    /** A number of events that causes the file to grow more than three times. */
    private static final int FOLLOWED = 7000;

    /** A file size, in bytes, that exceeds two windows. The first window is full of events. */
    private static final long STOPPED_BYTES = 8L << 20;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final StringWriter err = new StringWriter();

    private int decode(final Path file, final String... options) {
        out.reset();
        final CommandLine command = CommandTest.alone(new DecodeCommand(out)).setErr(new PrintWriter(err, true));
        final String[] arguments = Arrays.copyOf(options, options.length + 1);
        arguments[options.length] = file.toString();
        return command.execute(arguments);
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.US_ASCII).lines().toList();
    }

    private int rpcrdma(final String line) {
        return Rpcrdma.commandLine()
                .setErr(new PrintWriter(err, true))
                .setOut(new PrintWriter(new StringWriter()))
                .execute(line.split(" "));
    }

    /** Writes a trace with a number of events, followed by the stream of the first event. */
    private Path trace(final int events) throws IOException {
        final Path file = folder.resolve("trace");
        try (TraceWriter writer = new TraceWriter(file)) {
            final TraceTap tap = new TraceTap(writer, "a run", new Simulation(1));
            for (int i = 1; i < events; i++) {
                tap.onReceivePosted(HOST, 17, i, 4096);
            }
            assertEquals(events, writer.events());
        }
        return file;
    }

    @Test
    void shouldFollowATraceThatIsBeingWritten() throws Exception {
        final Path file = folder.resolve("trace");
        final Thread follower = new Thread(() -> decode(file, "--follow"));
        try (TraceWriter writer = new TraceWriter(file)) {
            final TraceTap tap = new TraceTap(writer, "a run", new Simulation(1));
            tap.onReceivePosted(HOST, 17, 1, 4096);
            follower.start();
            while (lines().size() < 2 && follower.isAlive()) {
                Thread.onSpinWait();
            }
            assertEquals(2, lines().size(), err::toString);
            for (int i = 2; i <= FOLLOWED; i++) {
                tap.onReceivePosted(HOST, 17, i, 4096);
            }
        }
        follower.join();
        assertEquals(FOLLOWED + 1, lines().size(), err::toString);
        final String last = String.format("wr_id=%016x length=4096", FOLLOWED);
        assertTrue(lines().get(FOLLOWED).endsWith(last));
        assertEquals("", err.toString());
    }

    @Test
    void shouldFollowATraceThatIsClosedToItsEnd() throws IOException {
        assertEquals(ExitCode.DONE, decode(trace(1000), "--follow"));
        assertEquals(1000, lines().size());
    }

    @Test
    void shouldFollowNothingButATrace() throws IOException {
        final Path text = Files.writeString(folder.resolve("text"), "no trace at all");
        assertEquals(ExitCode.UNUSABLE, decode(text, "--follow"));
        assertTrue(err.toString().contains("--follow requires a trace"), err::toString);
    }

    @Tag("long")
    @Test
    void shouldWriteAndReadTracesWithTheOptionOfAgronaOnly() throws Exception {
        final String capture = folder.resolve("x.pcap").toString();
        final String trace = folder.resolve("x.trace").toString();
        assertTrue(withoutOptions("capture", "--workload", "echo", "--rpcs", "5", "--out", capture, "--trace", trace)
                .endsWith(" events"));
        assertTrue(withoutOptions("decode", "--hex", capture).endsWith(" 0 gaps"));
        assertTrue(withoutOptions("lint", capture).endsWith(": no findings"));
        assertTrue(withoutOptions("decode", "--follow", trace).isEmpty());
    }

    /** Runs a command in a JVM with only the option that Agrona requires. Returns its standard error. */
    private String withoutOptions(final String... arguments) throws Exception {
        final String options =
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED -XX:TieredStopAtLevel=1" + " -XX:+UseSerialGC";
        final Process process = JavaPrograms.of(Rpcrdma.class, List.of(options.split(" ")), arguments)
                .redirectError(ProcessBuilder.Redirect.PIPE)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("WARNING"))
                .collect(Collectors.joining(" "))
                .strip();
    }

    @Test
    void shouldListEveryEventOfAWorkload() throws IOException {
        final Path file = folder.resolve("trace");
        assertEquals(
                ExitCode.DONE,
                rpcrdma("capture --workload store --rpcs 20 --out " + folder.resolve("x.pcap") + " --trace " + file),
                err::toString);
        assertEquals(ExitCode.DONE, decode(file));
        final List<String> lines = lines();
        assertEquals("run store", lines.get(0));
        assertTrue(err.toString().contains(lines.size() + " events"), err.toString());
        assertEquals(20, count("post RDMA_READ wr_id=") + count("post RDMA_WRITE wr_id="));
        assertEquals(count("post RDMA_READ"), count("READ_REQUEST psn="));
        assertEquals(1, count("  REQ local_id=1 remote_id=0 qp="));
        assertEquals(1, count("  DREP "));
        assertEquals(20 + 20, count("  SEND psn="), "calls and replies");
        assertEquals(40, count("completion RECV SUCCESS"));
        assertTrue(count("completion WR_FLUSH_ERR") > 0);
        String before = "";
        for (final String line : lines.subList(1, lines.size())) {
            assertTrue(line.matches(" +[0-9]+\\.[0-9]{9}  10\\..*"), line);
            final String time = line.trim().split(" ")[0];
            assertTrue(before.compareTo(time) <= 0, line);
            before = time;
        }
    }

    private long count(final String part) {
        return lines().stream().filter(line -> line.contains(part)).count();
    }

    @Test
    void shouldHoldEachRunOfAComparison() {
        final Path file = folder.resolve("trace");
        assertEquals(
                ExitCode.DONE,
                rpcrdma("compare --seeds 1 --strategy shard-dma,per-buffer-dma --trace " + file),
                err::toString);
        assertEquals(ExitCode.DONE, decode(file));
        assertEquals(
                List.of("run shard-dma", "run per-buffer-dma"),
                lines().stream().filter(line -> line.startsWith("run")).toList());
    }

    @Test
    void shouldContinueAfterAWindowOfTheFile() throws IOException {
        final int events = FOLLOWED + 5;
        final Path file = trace(events);
        assertEquals(TraceLayout.HEADER + (events + 1L) * TraceLayout.RECORD, Files.size(file));
        assertEquals(ExitCode.DONE, decode(file));
        final List<String> lines = lines();
        assertEquals(events, lines.size());
        for (int i = 1; i < events; i += 1000) {
            assertTrue(lines.get(i).contains(String.format("wr_id=%016x ", i)), lines.get(i));
        }
        assertEquals("", err.toString());
    }

    @Test
    void shouldListATraceThatWasNotClosed() throws IOException {
        final Path file = folder.resolve("open");
        final TraceWriter writer = new TraceWriter(file);
        final TraceTap tap = new TraceTap(writer, "a run", new Simulation(1));
        tap.onSendPosted(HOST, 17, 3, 0, 8);
        tap.onCompletion(HOST, 17, 3, 5, 0, 0);
        assertEquals(ExitCode.DONE, decode(file));
        assertEquals(
                List.of(
                        "run a run",
                        "    0.000000000  10.98.0.1 qp 17  post SEND wr_id=0000000000000003 length=8",
                        "    0.000000000  10.98.0.1 qp 17  completion WR_FLUSH_ERR wr_id=0000000000000003 length=0"),
                lines());
        assertEquals("rpcrdma: " + file + ": the trace was not closed; it has 3 events\n", err.toString());
        writer.close();
    }

    @Test
    void shouldListWhatACommandThatIsStoppedHasTraced() throws Exception {
        final Path file = folder.resolve("stopped");
        final String line = "compare --seeds 1 --connections 400 --trace " + file;
        final Process process = CommandTest.program(Rpcrdma.class, line.split(" "))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Patience.await(() -> file.toFile().length() > STOPPED_BYTES, Thread::onSpinWait, () -> "no events");
        process.destroy();
        process.waitFor();
        err.getBuffer().setLength(0);
        assertEquals(ExitCode.DONE, decode(file), err::toString);
        final String words = ": the trace was not closed; it has " + lines().size() + " events";
        assertTrue(err.toString().contains(words), err::toString);
    }

    @Tag("long")
    @Test
    void shouldListATraceUpToWhereItIsCut() throws IOException {
        final byte[] whole = Files.readAllBytes(trace(4));
        for (int length = 8; length < whole.length; length++) {
            err.getBuffer().setLength(0);
            final Path file = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, length));
            final boolean hasHeader = length >= TraceLayout.HEADER;
            assertEquals(hasHeader ? ExitCode.DONE : ExitCode.UNUSABLE, decode(file));
            assertEquals(1, err.toString().lines().count(), err.toString());
            final int records = hasHeader ? (length - TraceLayout.HEADER) / TraceLayout.RECORD : 0;
            final int events = records > 1 ? records - 1 : records;
            assertEquals(events, lines().size());
            assertTrue(!hasHeader || err.toString().contains("after " + events + " of 4 events"), err.toString());
        }
    }

    @Test
    void shouldRefuseATraceOfAnotherVersion() throws IOException {
        final byte[] bytes = Files.readAllBytes(trace(2));
        bytes[TraceLayout.VERSION_AT] = 9;
        assertEquals(ExitCode.UNUSABLE, decode(Files.write(folder.resolve("other"), bytes)));
        assertTrue(err.toString().contains("version=9"), err.toString());
        assertEquals(ExitCode.UNUSABLE, decode(trace(2), "--tsv"));
        assertEquals(2, err.toString().lines().count());
    }

    @Tag("long")
    @Test
    void shouldSurviveAnyBytesInATrace() throws IOException {
        final long seed = Long.getLong("seed", 20261121);
        final Random random = new Random(seed);
        final byte[] good = Files.readAllBytes(trace(50));
        for (int round = 0; round < 300; round++) {
            final byte[] bytes = good.clone();
            for (int change = 0; change < 20; change++) {
                bytes[TraceLayout.EVENTS_AT + random.nextInt(bytes.length - TraceLayout.EVENTS_AT)] =
                        (byte) random.nextInt();
            }
            err.getBuffer().setLength(0);
            final int code = decode(Files.write(folder.resolve("changed"), bytes));
            assertTrue(code == ExitCode.DONE || code == ExitCode.UNUSABLE, "seed=" + seed + " round=" + round);
            assertTrue(err.toString().lines().count() <= 1, "seed=" + seed + " round=" + round);
        }
    }

    @Test
    void shouldReportInOneLineThatItCannotBeWritten() {
        assertEquals(ExitCode.UNUSABLE, rpcrdma("compare --trace " + folder.resolve("no/trace")));
        assertEquals(1, err.toString().lines().count(), err.toString());
        assertFalse(err.toString().contains("Exception"), err.toString());
    }

    @Test
    void shouldAllocateNothingForAnEvent() throws IOException {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final int events = 30_000;
        try (TraceWriter writer = new TraceWriter(folder.resolve("trace"))) {
            final TraceTap tap = new TraceTap(writer, "a run", new Simulation(1));
            long least = Long.MAX_VALUE;
            for (int window = 0; window < 4; window++) {
                final long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < events; i++) {
                    tap.onSendPosted(HOST, 17, i, 0, 8);
                    tap.onCompletion(HOST, 17, i, 0, 0, 8);
                }
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertTrue(least < events, "bytes=" + least + " events=" + events);
        }
    }
}
