// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.testkit.ManualClock;
import org.rpcrdma.verbs.VerbsException;

class FrmrEventsTest {
    private static final FrmrKey KEY = new FrmrKey(true, 1, 77, -5, 8);

    private final CountingDriver driver = new CountingDriver();
    private final ManualClock clock = new ManualClock();
    private final FrmrPools pools = new FrmrPools(driver, clock);

    @TempDir
    private Path folder;

    @Test
    void shouldRecordWhatHappensToAPool() throws IOException {
        final List<RecordedEvent> events;
        try (Recording recording = new Recording()) {
            for (final String name : List.of("Create", "Destroy", "PopHit", "PopMiss", "Push", "AgingPass", "Pin")) {
                recording.enable("org.rpcrdma.Frmr" + name).withoutThreshold();
            }
            recording.start();
            use();
            recording.stop();
            recording.dump(folder.resolve("pools.jfr"));
            events = RecordingFile.readAllEvents(folder.resolve("pools.jfr"));
        }
        final Map<String, Long> counts = events.stream()
                .collect(Collectors.groupingBy(
                        event -> event.getEventType().getName().replace("org.rpcrdma.Frmr", ""),
                        TreeMap::new,
                        Collectors.counting()));
        assertEquals("{AgingPass=3, Create=4, Destroy=2, Pin=1, PopHit=1, PopMiss=2, Push=3}", counts.toString());
        assertEquals(7, sum(events, "Create", "handles"), "two for pops, five pinned, none where it failed");
        assertEquals(2, sum(events, "Destroy", "handles"));
        assertEquals(1, sum(events, "Destroy", "left"));
        assertEquals(5, sum(events, "Pin", "handles"));
        assertEquals(2, sum(events, "AgingPass", "destroyed"));
        assertEquals(3, sum(events, "AgingPass", "queued"), "two, one and none");
        events.stream()
                .filter(event -> event.getLong("kernelVendorKey") == -5)
                .forEach(event -> assertEquals(77, event.getLong("vendorKey")));
        events.forEach(event -> assertEquals(8, event.getLong("dmaBlocks")));
        events.stream()
                .filter(event -> event.getEventType().getName().matches(".*(Create|Destroy|AgingPass)"))
                .forEach(event -> assertFalse(event.getDuration().isZero(), event::toString));
    }

    private void use() {
        final int first = pools.pop(KEY);
        final int second = pools.pop(KEY);
        pools.push(KEY, first);
        pools.push(KEY, pools.pop(KEY));
        pools.push(KEY, second);
        driver.refused = 1;
        clock.advanceSeconds(120);
        driver.refused = 0;
        clock.advanceSeconds(60);
        pools.setPinned(FrmrKey.of(1, 8), 5);
        driver.failCreate = true;
        assertThrows(VerbsException.class, () -> pools.pop(new FrmrKey(true, 1, 77, -5, 8)));
    }

    private static long sum(final List<RecordedEvent> events, final String name, final String field) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("org.rpcrdma.Frmr" + name))
                .mapToLong(event -> event.getLong(field))
                .sum();
    }
}
