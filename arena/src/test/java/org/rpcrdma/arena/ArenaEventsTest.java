// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
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
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.testkit.ManualClock;
import org.rpcrdma.verbs.VerbsException;

class ArenaEventsTest {
    private static final List<String> ALL =
            List.of("Create", "ShardNew", "Buffer", "ShardStuck", "Destroy", "ShardFree");

    @TempDir
    private Path folder;

    private final FakeDevice device = new FakeDevice();
    private final ManualClock clock = new ManualClock();
    private ReceiveArena arena;
    private long address;

    @Test
    void shouldRecordEveryTracePoint() throws IOException {
        final List<RecordedEvent> events = record(ALL, this::live);

        assertEquals(ALL, events.stream().map(ArenaEventsTest::name).toList());
        events.forEach(event -> assertEquals(arena.id(), event.getLong("arenaId")));
        assertEquals(4096, events.get(0).getInt("bufferSize"));
        assertEquals(65_536, events.get(0).getInt("shardSize"));
        assertEquals(0, events.get(1).getInt("shardId"));
        assertEquals(address, events.get(1).getLong("address"));
        assertEquals(1500, events.get(1).getDuration("mapTime").toNanos());
        assertEquals(1500, arena.figures().mappingNanos());
        assertEquals(address, events.get(2).getLong("address"));
        assertTrue(events.get(3).getString("reason").startsWith("EBUSY: stuck"));
        assertEquals(0, events.get(5).getInt("shardId"));
    }

    /** A clock must not run backwards. If it does, no figure becomes negative. */
    @Test
    void shouldCountNoTimeIfTheClockRunsBackwards() {
        final DmaShardMapper mapper = new DmaShardMapper(device.domain());
        arena = new ReceiveArena(device.context().clock(clock).mapper(block -> {
            clock.advance(-1500);
            return mapper.map(block);
        }));
        arena.release(arena.acquire());
        assertEquals(0, arena.figures().mappingNanos());
        arena.close();
    }

    @Test
    void shouldRecordWithoutSettingsAllButBuffers() throws IOException {
        final List<RecordedEvent> events = record(List.of(), this::live);

        assertEquals(
                List.of("Create", "ShardNew", "ShardStuck", "Destroy", "ShardFree"),
                events.stream().map(ArenaEventsTest::name).toList());
    }

    @Test
    void shouldAllocateNothingWithoutARecording() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        arena = new ReceiveArena(device.context());
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

    /** Uses an arena in which mapping a shard takes 1,500 ns, and the first attempt to unmap a shard fails. */
    private void live() {
        final DmaShardMapper mapper = new DmaShardMapper(device.domain());
        arena = new ReceiveArena(device.context().clock(clock).mapper(block -> {
            clock.advance(1500);
            return mapper.map(block);
        }));
        final long handle = arena.acquire();
        address = arena.address(handle);
        device.stuckIova = arena.iova(handle);
        arena.release(handle);
        assertThrows(VerbsException.class, arena::trim);
        device.stuckIova = null;
        arena.close();
    }

    /**
     * Returns the events sorted by time, because a recording stores events in chunks and does not preserve their order.
     */
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
