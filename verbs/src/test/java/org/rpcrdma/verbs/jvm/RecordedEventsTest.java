// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.Registered;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedEventsTest {
    private static final String NAME = "org.rpcrdma.test.Late";

    @TempDir
    private Path folder;

    @Name(NAME)
    @Registered(false)
    private static final class Late extends Event {}

    private final RecordedEvents events = new RecordedEvents(List.of(Late.class));

    @Test
    void shouldRecordEventsWhoseClassWasUsedBeforeTheRecorderStarted() throws IOException {
        new Late().commit();
        assertEquals(FlightRecorder.isInitialized(), events.register());
        try (Recording recording = new Recording()) {
            recording.start();
            assertTrue(events.register());
            assertTrue(events.register(), "a second time");
            new Late().commit();
            recording.stop();
            recording.dump(folder.resolve("late.jfr"));
        }
        assertEquals(
                1,
                RecordingFile.readAllEvents(folder.resolve("late.jfr")).stream()
                        .filter(event -> event.getEventType().getName().equals(NAME))
                        .count());
    }

    @Test
    void shouldNotStartTheRecorder() {
        final boolean before = FlightRecorder.isInitialized();
        events.register();
        assertEquals(before, FlightRecorder.isInitialized());
        assertFalse(!before && new Late().isEnabled());
    }
}
