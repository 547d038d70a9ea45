// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.bench.console.NamedChannel;
import org.rpcrdma.bench.file.ReplacedFile;
import org.rpcrdma.bench.trace.TraceTap;
import org.rpcrdma.bench.trace.TraceWriter;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.Gid;
import picocli.CommandLine;

/** What fails while files are written is one line with the right name, and what was there stays. */
class LostFilesTest extends CommandTest {
    private static final Gid HOST = new Gid(0, 0xffff_0a62_0001L);

    @TempDir
    private Path folder;

    @Test
    void shouldNameTheFileThatCouldNotBeWritten() {
        final NamedChannel full = new NamedChannel("--out", "q.pcap", new WritableByteChannel() {
            @Override
            public int write(final ByteBuffer bytes) throws IOException {
                throw new IOException("No space left on device");
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        });
        final IOException e = assertThrows(IOException.class, () -> full.write(ByteBuffer.allocate(1)));
        assertEquals("cannot write --out q.pcap: No space left on device", e.getMessage());
    }

    @Test
    void shouldNameTheTraceThatAnotherProgramCuts() throws IOException {
        final Path file = folder.resolve("trace");
        final TraceWriter writer = new TraceWriter(file);
        final TraceTap tap = new TraceTap(writer, "a run", new Simulation(1));
        cut(file);
        assertThrows(InternalError.class, () -> fill(tap), "the JVM's, where memory is touched that is gone");
        final IOException closed = assertThrows(IOException.class, writer::close);
        assertEquals(
                "cannot write --trace " + file + ": it was truncated while it was written: length=0 written=",
                closed.getMessage().replaceAll("[0-9]+$", ""));

        final TraceWriter next = new TraceWriter(file);
        final TraceTap after = new TraceTap(next, "a run", new Simulation(1));
        fill(after);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(3 * (64 << 10) - 1); // Inside the third step, which is the present one.
        }
        final UncheckedIOException stopped = assertThrows(UncheckedIOException.class, () -> fill(after));
        assertTrue(stopped.getCause().getMessage().startsWith("cannot write --trace " + file), stopped::toString);
        assertThrows(IOException.class, next::close);
    }

    /** Two steps of the file, and what stands before the events. */
    private static void fill(final TraceTap tap) {
        for (int i = 0; i < 4096; i++) {
            tap.onSendPosted(HOST, 17, i, 0, 8);
        }
    }

    private static void cut(final Path file) throws IOException {
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
                .close();
    }

    @Test
    void shouldEndInOneLineIfMappedMemoryIsLost() {
        final InternalError lost = new InternalError("a fault occurred in a recent unsafe memory access operation");
        lost.addSuppressed(new IOException("cannot write --trace t: it was cut"));
        final CommandLine failing = new CommandLine(new Failing(lost));
        failing.setErr(new java.io.PrintWriter(err));
        assertEquals(1, Rpcrdma.execute(failing));
        assertEquals("rpcrdma: cannot write --trace t: it was cut\n", err.toString());
    }

    @CommandLine.Command
    private static final class Failing implements Runnable {
        private final Error error;

        Failing(final Error error) {
            this.error = error;
        }

        @Override
        public void run() {
            throw error;
        }
    }

    @Test
    void shouldKeepWhatWasThereUntilTheNewResultIsWhole() throws IOException {
        final Path json = folder.resolve("x.json");
        Files.writeString(json, "of before");
        Files.setPosixFilePermissions(json, PosixFilePermissions.fromString("rw-r-----"));
        final Path link = Files.createSymbolicLink(folder.resolve("link.json"), Path.of("x.json"));
        assertEquals(2, rpcrdma("compare", "--json", json.toString(), "--credits", "0"));
        assertEquals("of before", Files.readString(json));
        assertEquals(
                2, rpcrdma("capture", "--workload", "echo", "--out", json.toString(), "--trace", folder + "/no/t"));
        assertEquals("of before", Files.readString(json));

        assertEquals(0, rpcrdma("compare", "--strategy", "shard-dma", "--json", link.toString()), err::toString);
        assertTrue(Files.isSymbolicLink(link));
        assertEquals(
                1, new ObjectMapper().readTree(json.toFile()).get("strategies").size());
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(json)));
        try (var files = Files.list(folder)) {
            assertEquals(2, files.count(), "nothing unfinished is left");
        }
    }

    @Test
    void shouldWriteThroughLinksToWhatIsNotThereYet() throws IOException {
        final Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("new"));
        ReplacedFile.write(link, "x");
        assertEquals("x", Files.readString(folder.resolve("new")));
        assertTrue(Files.isSymbolicLink(link));
        ReplacedFile.write(Path.of("/dev/null"), "x");
    }
}
