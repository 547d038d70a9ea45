// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.counters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.arena.Figures;
import org.rpcrdma.testkit.Seed;

/** Files that are there already, left behind, cut, or hostile; other JVMs; a disk without room. */
class CountersFileTest {
    private static final String FLAG = "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED";

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("test.counters");
    }

    @Test
    void shouldRefuseAFileThatIsInUse() throws IOException {
        try (ArenaCounters counters = counters()) {
            counters.add("arena", Figures.of(1));
            assertEquals(
                    "counters file is in use: file=" + file + " pid="
                            + ProcessHandle.current().pid(),
                    assertThrows(IllegalStateException.class, this::counters).getMessage());
            counters.update();
            assertEquals(1, read().size());
        }
        counters().close();
    }

    @Test
    void shouldReplaceWhatAProcessLeftBehindThatDied() throws Exception {
        final Process other = start(List.of(FLAG), file.toString());
        assertEquals("made", other.inputReader().readLine());
        assertEquals(
                "counters file is in use: file=" + file + " pid=" + other.pid(),
                assertThrows(IllegalStateException.class, this::counters).getMessage());
        final ArenaCountersSnapshot snapshot = ArenaCountersSnapshot.read(file);
        assertEquals(other.pid(), snapshot.pid());
        assertTrue(snapshot.isAlive());
        other.destroyForcibly().waitFor();
        assertFalse(snapshot.isAlive());
        assertEquals(List.of(new ArenaReading(1, "other", 1, Figures.all(7))), read(), "its last figures");
        try (ArenaCounters counters = counters()) {
            counters.update();
            assertEquals(List.of(), read());
        }
        assertFalse(Files.exists(file));
    }

    @Test
    void shouldLetOneOfSeveralReplaceWhatWasLeftBehind() throws Exception {
        final Process dead = start(List.of(FLAG), file.toString());
        assertEquals("made", dead.inputReader().readLine());
        dead.destroyForcibly().waitFor();
        final List<Process> several = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                several.add(start(List.of(FLAG), file.toString()));
            }
            final List<String> said = new ArrayList<>();
            for (final Process process : several) {
                said.add(process.inputReader().readLine());
            }
            assertEquals(1, Collections.frequency(said, "made"), said.toString());
            assertEquals(
                    several.get(said.indexOf("made")).pid(),
                    ArenaCountersSnapshot.read(file).pid());
        } finally {
            several.forEach(Process::destroyForcibly);
        }
    }

    @Test
    void shouldNotTakeAnotherProcessForTheOneThatDied() throws IOException {
        final long before =
                ProcessHandle.current().info().startInstant().orElseThrow().toEpochMilli() - 10_000;
        try (ArenaCounters counters = new ArenaCounters(
                new ArenaCounters.Context().file(file).maxArenas(1).epochClock(() -> before))) {
            counters.update();
            assertFalse(
                    ArenaCountersSnapshot.read(file).isAlive(),
                    "this process has the id, but began after the last update");
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "5", "127", "5000"})
    void shouldLeaveAFileAloneThatIsNoCountersFile(final int length) throws IOException {
        final byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        Files.write(file, bytes);

        assertEquals(
                "cannot make counters: file=" + file + ": file is there and is no counters file: file=" + file,
                assertThrows(IOException.class, this::counters).getMessage());
        assertArrayEquals(bytes, Files.readAllBytes(file));
    }

    @Test
    void shouldRefuseAFileThatCannotBeMade() throws IOException {
        final Path nowhere = folder.resolve("none").resolve("x.counters");
        final IOException e =
                assertThrows(IOException.class, () -> new ArenaCounters(new ArenaCounters.Context().file(nowhere)));
        assertTrue(e.getMessage().startsWith("cannot make counters: file=" + nowhere), e.getMessage());
        assertThrows(IOException.class, () -> new ArenaCounters(new ArenaCounters.Context().file(folder)));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldKeepTheFileToItsOwner() throws IOException {
        try (ArenaCounters counters = counters()) {
            counters.update();
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
    }

    /** A limit on the size of files stands for a full disk: both fail in the middle of writing. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldLeaveNothingWhereTheDiskIsFull() throws Exception {
        final Process other = start(
                List.of("sh", "-c", "ulimit -f 64; exec \"$@\"", "sh"),
                List.of(FLAG, "-XX:-UsePerfData"),
                file.toString());
        final String line = other.inputReader().readLine();

        assertTrue(line.startsWith("java.io.IOException: cannot make counters: file=" + file + ": "), line);
        assertEquals(1, other.waitFor());
        assertFalse(Files.exists(file));
    }

    @Test
    void shouldNameTheFlagThatAgronaNeeds() throws Exception {
        for (final String mode : List.of("write", "read")) {
            final Process other = start(List.of(), mode.equals("write") ? file.toString() : "--read");
            final String line = other.inputReader().readLine();
            assertTrue(line.startsWith("java.lang.IllegalStateException: ") && line.contains(FLAG), line);
            assertEquals(1, other.waitFor());
            assertFalse(Files.exists(file));
        }
    }

    @Test
    void shouldSayWhereThereIsNoFile() {
        assertThrows(NoSuchFileException.class, this::read);
    }

    @Test
    void shouldRefuseWhatIsNoRegularFile() {
        assertEquals(
                "not a regular file: file=" + folder,
                assertThrows(IllegalArgumentException.class, () -> ArenaCountersSnapshot.read(folder))
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "127", "128", "767"})
    void shouldRefuseAFileShorterThanItsHead(final int length) throws IOException {
        Files.write(file, new byte[length]);
        assertMalformed("not a counters file: file=" + file + " bytes=" + length);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 4, 0, counters file is not ready",
        "0, 4, -1, counters file is not ready",
        "0, 4, 131072, version=2.0.0 known=1.0.0",
        "16, 8, 0, not a counters file",
        "40, 4, -1, counters file is not whole",
        "44, 4, 0, counters file is not whole",
        "128, 4, 7, counter=0 state=7",
        "256, 4, 381, counter=0 labelLength=381 limit=380",
        "256, 4, -1, counter=0 labelLength=-1 limit=380",
        "256, 4, 2147483647, counter=0 labelLength=2147483647 limit=380",
        "260, 4, 455797595, counter=0 label is not printable",
        "644, 4, 2, counter=1 label=others: shards type=2",
    })
    void shouldRefuseMalformedFilesInOneLine(final int offset, final int length, final long value, final String message)
            throws IOException {
        final byte[] bytes = bytes();
        final ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        if (length == 4) {
            buffer.putInt(offset, (int) value);
        } else {
            buffer.putLong(offset, value);
        }
        Files.write(file, bytes);
        assertMalformed(message);
    }

    @Test
    void shouldRefuseAFileThatIsCut() throws IOException {
        final byte[] bytes = bytes();
        for (int length = 0; length < bytes.length; length += 61) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertThrows(IllegalArgumentException.class, this::read);
        }
    }

    @Test
    void shouldReadOrRefuseWhateverAFileHolds() throws Exception {
        final byte[] bytes = bytes();
        Seed.run(seed -> {
            final Random random = new Random(seed);
            for (int i = 0; i < 2000; i++) {
                final byte[] hostile = bytes.clone();
                for (int changes = random.nextInt(8); changes >= 0; changes--) {
                    hostile[random.nextInt(hostile.length)] = (byte) random.nextInt();
                }
                Files.write(file, hostile);
                readOrRefuse();
            }
        });
    }

    private void readOrRefuse() throws IOException {
        try {
            final ArenaCountersSnapshot snapshot = ArenaCountersSnapshot.read(file);
            snapshot.isAlive();
            snapshot.forEach((id, label, value) -> assertTrue(label.length() <= 380));
            snapshot.arenas().forEach(arena -> assertTrue(arena.figures().size() <= ArenaFigure.values().length));
        } catch (final IllegalArgumentException e) {
            assertEquals(1, e.getMessage().lines().count(), e.getMessage());
            assertTrue(e.getMessage().contains("file=" + file), e.getMessage());
        }
    }

    private void assertMalformed(final String message) {
        final String said =
                assertThrows(IllegalArgumentException.class, this::read).getMessage();
        assertTrue(said.contains(message) && said.contains("file=" + file), said);
        assertEquals(1, said.lines().count());
    }

    /** What a file of one arena holds. */
    private byte[] bytes() throws IOException {
        try (ArenaCounters counters = counters()) {
            counters.add("arena", Figures.of(1));
            counters.update();
            return Files.readAllBytes(file);
        }
    }

    private ArenaCounters counters() throws IOException {
        return new ArenaCounters(new ArenaCounters.Context().file(file).maxArenas(1));
    }

    private List<ArenaReading> read() throws IOException {
        return ArenaCountersSnapshot.read(file).arenas();
    }

    private static Process start(final List<String> flags, final String argument) throws IOException {
        return start(List.of(), flags, argument);
    }

    private static Process start(final List<String> shell, final List<String> flags, final String argument)
            throws IOException {
        final List<String> java =
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        final List<String> program =
                List.of("-cp", System.getProperty("java.class.path"), Program.class.getName(), argument);
        final ProcessBuilder builder = new ProcessBuilder(
                Stream.of(shell, java, flags, program).flatMap(List::stream).toList());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /** Makes the counters file of its argument, says so, and dies with its input, leaving the file behind. */
    static final class Program {
        private Program() {}

        public static void main(final String[] arguments) throws IOException {
            try {
                if (arguments[0].equals("--read")) {
                    ArenaCountersSnapshot.read(Path.of("none"));
                }
                final ArenaCounters counters =
                        new ArenaCounters(new ArenaCounters.Context().file(Path.of(arguments[0])));
                counters.add("other", Figures.of(7));
                counters.update();
                System.out.println("made");
                System.in.read();
            } catch (final IOException | IllegalStateException e) {
                System.out.println(e);
                System.exit(1);
            }
        }
    }
}
