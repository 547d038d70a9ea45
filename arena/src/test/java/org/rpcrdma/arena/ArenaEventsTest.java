// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArenaEventsTest {
    private static final List<String> RARE = List.of("Create", "Destroy", "ShardNew", "ShardFree");
    private static final List<String> ALL = List.of("Create", "ShardNew", "Buffer", "ShardFree", "Destroy");

    @TempDir
    private Path folder;

    @Test
    void shouldRecordEveryTracePoint() throws IOException {
        final List<RecordedEvent> events = record(ALL, ArenaEventsTest::live);

        assertEquals(ALL, events.stream().map(ArenaEventsTest::name).toList());
        events.forEach(event -> assertEquals(7_000_000_000L, event.getLong("arenaId")));
        assertEquals(4096, events.get(0).getInt("bufferSize"));
        assertEquals(65_536, events.get(0).getInt("shardSize"));
        assertEquals(3, events.get(1).getInt("shardId"));
        assertEquals(0x7f00_0001_0000L, events.get(1).getLong("address"));
        assertEquals(1500, events.get(1).getDuration("mapTime").toNanos());
        assertEquals(0x7f00_0001_1000L, events.get(2).getLong("address"));
        assertEquals(3, events.get(3).getInt("shardId"));
    }

    @Test
    void shouldRecordBuffersOnlyWhereAskedTo() throws IOException {
        assertEquals(RARE.size(), record(RARE, ArenaEventsTest::live).size());
    }

    @Test
    void shouldRecordWithoutSettingsAllButBuffers() throws IOException {
        final List<RecordedEvent> events = record(List.of(), ArenaEventsTest::live);

        assertEquals(
                List.of("Create", "ShardNew", "ShardFree", "Destroy"),
                events.stream().map(ArenaEventsTest::name).toList());
    }

    @Test
    void shouldMakeNoObjectWhileNobodyRecords() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final FakeDevice device = new FakeDevice();
        final ReceiveArena arena = new ReceiveArena(device.context().threadCacheSize(0));
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                arena.release(arena.acquire());
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        arena.close();
        assertTrue(least < 10_000, "bytes in 10,000 rounds: " + least);
    }

    private static void live() {
        final long arenaId = 7_000_000_000L;
        new ArenaEvent.Create(arenaId, 4096, 65_536).commit();
        final ArenaEvent.ShardNew shard = new ArenaEvent.ShardNew(arenaId, 3, 0x7f00_0001_0000L);
        shard.mapTime = 1500;
        shard.commit();
        new ArenaEvent.Buffer(arenaId, 0x7f00_0001_1000L).commit();
        new ArenaEvent.ShardFree(arenaId, 3).commit();
        new ArenaEvent.Destroy(arenaId).commit();
    }

    /** A recording keeps the chunks that a thread's events lie in, not their order. */
    private List<RecordedEvent> record(final List<String> enabled, final Runnable work) throws IOException {
        final Path file = folder.resolve("arena.jfr");
        try (Recording recording = new Recording()) {
            enabled.forEach(name -> recording.enable("org.rpcrdma.Arena" + name).withoutThreshold());
            recording.start();
            work.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("org.rpcrdma.Arena"))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .toList();
    }

    private static String name(final RecordedEvent event) {
        return event.getEventType().getName().replace("org.rpcrdma.Arena", "");
    }
}
