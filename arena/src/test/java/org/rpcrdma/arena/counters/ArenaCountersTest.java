// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.arena.ArenaMetrics;
import org.rpcrdma.arena.FakeDevice;
import org.rpcrdma.arena.Figures;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.testkit.Seed;

class ArenaCountersTest {
    /** A file is of the process that began before the last update. */
    private static final long NOW = CountersOwner.ownStartMillis() + 60_000;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("test.counters");
    }

    @Test
    void shouldShowEachArenaUnderItsName() throws IOException {
        try (ArenaCounters counters = counters(4)) {
            counters.add("first", Figures.of(100));
            counters.add("second", Figures.of(200));

            assertEquals(List.of(reading(1, "first", 1, 100), reading(2, "second", 1, 200)), read());
        }
    }

    @Test
    void shouldFollowTheFigures() throws IOException {
        try (ArenaCounters counters = counters(1)) {
            final Figures figures = new Figures(7);
            counters.add("arena", figures.metrics());
            counters.update();
            figures.become(9);
            assertEquals(List.of(reading(1, "arena", 1, 7)), read());
            counters.update();
            assertEquals(List.of(reading(1, "arena", 1, 9)), read());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseToWriteAFileThatWasCutOrDeletedBeneath(final boolean deleted) throws IOException {
        try (ArenaCounters counters = counters(1)) {
            final ArenaMetrics shown = Figures.of(7);
            counters.add("arena", shown);
            if (deleted) {
                Files.delete(file);
            } else {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(200);
                }
            }
            final String message = "counters file was deleted or cut, nobody sees the figures: file=" + file;
            assertEquals(
                    message,
                    assertThrows(IllegalStateException.class, counters::update).getMessage());
            assertThrows(IllegalStateException.class, () -> counters.add("other", Figures.of(8)));
            counters.remove(shown);
        }
        assertFalse(Files.exists(file));
    }

    @Test
    void shouldSumUpTheArenasThatHaveNoCountersOfTheirOwn() throws IOException {
        try (ArenaCounters counters = counters(1)) {
            final ArenaMetrics second = Figures.of(10);
            counters.add("first", Figures.of(1));
            counters.add("second", second);
            counters.add("third", Figures.of(100));
            counters.update();

            final List<ArenaReading> arenas = read();
            assertEquals(reading(1, "first", 1, 1), arenas.get(0));
            assertEquals("others", arenas.get(1).name());
            assertEquals(2, arenas.get(1).arenas());
            assertEquals(110, arenas.get(1).figures().get(ArenaFigure.IN_USE));

            counters.remove(second);
            counters.update();
            assertEquals(1, read().get(1).arenas());
            assertEquals(100, read().get(1).figures().get(ArenaFigure.IN_USE));
        }
    }

    @Test
    void shouldGiveTheCountersOfARemovedArenaToOneOfTheOthers() throws IOException {
        try (ArenaCounters counters = counters(2)) {
            final List<ArenaMetrics> all = new ArrayList<>();
            for (int i = 1; i <= 5; i++) {
                all.add(Figures.of(i));
                counters.add("arena-" + i, all.get(i - 1));
            }
            counters.remove(all.get(0));
            counters.update();
            assertEquals(
                    List.of("arena-2", "arena-5", "others"),
                    read().stream().map(ArenaReading::name).toList());
            assertEquals(2, read().get(2).arenas());
            assertEquals(3 + 4, read().get(2).figures().get(ArenaFigure.BUFFERS));

            all.forEach(counters::remove);
            counters.update();
            assertEquals(List.of(), read());
        }
    }

    /** Whatever comes and goes, what is read is what is there. */
    @Test
    void shouldShowWhatIsThere() throws Exception {
        Seed.run(seed -> {
            final Random random = new Random(seed);
            final List<ArenaMetrics> there = new ArrayList<>();
            try (ArenaCounters counters = counters(5)) {
                for (int i = 1; i <= 2000; i++) {
                    if (!there.isEmpty() && random.nextInt(20) < there.size()) {
                        counters.remove(there.remove(random.nextInt(there.size())));
                    } else {
                        there.add(Figures.of(i));
                        counters.add("arena-" + i, there.get(there.size() - 1));
                    }
                    counters.update();
                    assertEquals(
                            there.size(),
                            read().stream().mapToLong(ArenaReading::arenas).sum());
                    assertEquals(
                            there.stream().mapToLong(ArenaMetrics::buffers).sum(),
                            read().stream()
                                    .mapToLong(arena -> arena.figures().get(ArenaFigure.BUFFERS))
                                    .sum());
                    assertEquals(
                            Math.min(5, there.size()),
                            read().stream()
                                    .filter(arena -> !arena.name().equals("others"))
                                    .count());
                }
            }
        });
    }

    @Test
    void shouldGiveTheCountersOfARemovedArenaToTheNext() throws IOException {
        try (ArenaCounters counters = counters(1)) {
            for (int i = 1; i <= 1000; i++) {
                final ArenaMetrics figures = Figures.of(i);
                counters.add("arena-" + i, figures);
                counters.update();
                assertEquals(List.of(reading(i, "arena-" + i, 1, i)), read());
                counters.remove(figures);
                assertEquals(List.of(), read());
            }
        }
    }

    @Test
    void shouldTellArenasApartByIdentity() throws IOException {
        assertEquals(Figures.of(5), Figures.of(5));
        try (ArenaCounters counters = counters(4)) {
            final ArenaMetrics one = Figures.of(5);
            counters.add("same", one);
            counters.add("same", Figures.of(5));
            counters.remove(one);
            counters.update();
            assertEquals(List.of(2L), read().stream().map(ArenaReading::id).toList());
            counters.add("again", one);
            assertThrows(IllegalArgumentException.class, () -> counters.add("again", one));
        }
    }

    @Test
    void shouldHandOutEveryCounter() throws IOException {
        try (ArenaCounters counters = counters(1)) {
            counters.add("arena", Figures.of(30));
            counters.update();
            final List<String> labels = new ArrayList<>();
            ArenaCountersSnapshot.read(file).forEach((id, label, value) -> labels.add(label + "=" + value));
            assertEquals(1 + 2 * ArenaFigure.values().length, labels.size());
            assertEquals("others: arenas=0", labels.get(0));
            assertTrue(labels.contains("arena: buffers_in_use=30"), labels.toString());
        }
    }

    @Test
    void shouldTellWhoseTheFileIsAndHowOld() throws IOException {
        final long[] now = {NOW};
        try (ArenaCounters counters =
                new ArenaCounters(new ArenaCounters.Context().file(file).epochClock(() -> now[0]))) {
            final ArenaCountersSnapshot snapshot = ArenaCountersSnapshot.read(file);
            assertEquals(ProcessHandle.current().pid(), snapshot.pid());
            assertEquals(
                    ProcessHandle.current().info().startInstant().orElseThrow().toEpochMilli(),
                    snapshot.startedMillis());
            assertEquals(NOW, snapshot.updatedMillis());
            assertTrue(snapshot.isAlive());
            now[0]++;
            counters.update();
            assertEquals(NOW + 1, ArenaCountersSnapshot.read(file).updatedMillis());
        }
    }

    @Test
    void shouldDeleteTheFileOnClose() throws IOException {
        final ArenaCounters counters = counters(1);
        final ArenaMetrics figures = Figures.of(1);
        counters.add("arena", figures);
        counters.close();
        assertFalse(Files.exists(file));
        counters.close();
        counters.remove(figures);
        assertEquals(
                "counters are closed: file=" + file,
                assertThrows(IllegalStateException.class, counters::update).getMessage());
        assertThrows(IllegalStateException.class, () -> counters.add("late", figures));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "tab\t", "gr\u00fcn", "line\n"})
    void shouldRefuseANameThatIsNoWord(final String name) throws IOException {
        try (ArenaCounters counters = counters(1)) {
            assertThrows(IllegalArgumentException.class, () -> counters.add(name, Figures.of(1)));
            assertThrows(IllegalArgumentException.class, () -> counters.add("x".repeat(129), Figures.of(1)));
            counters.add("x".repeat(128), Figures.of(1));
            assertEquals(1, read().size());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 4097})
    void shouldRefuseANumberOfArenasOutOfRange(final int arenas) {
        assertThrows(IllegalArgumentException.class, () -> counters(arenas));
        assertFalse(Files.exists(file));
    }

    @Test
    void shouldMakeNoObjectToUpdate() throws IOException {
        final FakeDevice device = new FakeDevice();
        final ReceiveArena.Context context = new ReceiveArena.Context()
                .mapper(new DmaShardMapper(device.domain()))
                .memory(device);
        try (ArenaCounters counters = counters(2)) {
            for (int i = 0; i < 4; i++) {
                counters.add("arena-" + i, new ReceiveArena(context).metrics());
            }
            final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 5; round++) {
                final long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 1000; i++) {
                    counters.update();
                }
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertTrue(least < 1000, "bytes in 1,000 updates: " + least);
        }
    }

    /** A reader beside a writer whose arenas come and go must never see one arena's figure under another's name. */
    @Test
    void shouldNeverMixArenasUpWhileTheyComeAndGo() throws Exception {
        Seed.run(seed -> {
            final AtomicBoolean done = new AtomicBoolean();
            // A large file takes long to copy.
            try (ArenaCounters counters = counters(256)) {
                final Thread writer = new Thread(() -> {
                    try {
                        comeAndGo(counters, new Random(seed));
                    } finally {
                        done.set(true);
                    }
                });
                writer.start();
                try {
                    while (!done.get()) {
                        read().forEach(ArenaCountersTest::assertUnmixed);
                    }
                } finally {
                    writer.join();
                }
            }
        });
    }

    private static void assertUnmixed(final ArenaReading arena) {
        arena.figures()
                .values()
                .forEach(value -> assertTrue(arena.name().equals("arena-" + value), () -> arena.toString()));
    }

    private static void comeAndGo(final ArenaCounters counters, final Random random) {
        final List<ArenaMetrics> shown = new ArrayList<>();
        for (int i = 1; i <= 20_000; i++) {
            if (shown.size() == 8) {
                counters.remove(shown.remove(random.nextInt(shown.size())));
            }
            shown.add(Figures.of(i));
            counters.add("arena-" + i, shown.get(shown.size() - 1));
            counters.update();
        }
    }

    private ArenaCounters counters(final int arenas) throws IOException {
        return new ArenaCounters(new ArenaCounters.Context().file(file).maxArenas(arenas));
    }

    private List<ArenaReading> read() throws IOException {
        return ArenaCountersSnapshot.read(file).arenas();
    }

    private static ArenaReading reading(final long id, final String name, final long arenas, final long value) {
        return new ArenaReading(id, name, arenas, Figures.all(value));
    }
}
