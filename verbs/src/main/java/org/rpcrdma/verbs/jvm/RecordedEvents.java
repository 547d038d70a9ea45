// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.jvm;

import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;

/**
 * Registers event classes with Flight Recorder when the recorder has started. By default, an event class is registered
 * when it is initialized, which takes a quarter of a second for the first event in a JVM and delays programs that make
 * no recording. The classes therefore need the annotation {@code @Registered(false)}. Until they are registered, events
 * are disabled. Thread-safe.
 */
public final class RecordedEvents {
    private final List<Class<? extends Event>> types;
    private volatile boolean isRegistered;

    /**
     * Creates an object that has registered no events.
     *
     * @param types the event classes.
     */
    public RecordedEvents(final List<Class<? extends Event>> types) {
        this.types = List.copyOf(types);
    }

    /**
     * Registers the events unless they are registered already. Without a recorder, does nothing.
     *
     * @return true if the events are registered.
     */
    public boolean register() {
        return FlightRecorder.isInitialized() && (isRegistered || registerAll());
    }

    /** Events are best effort: if there is not enough memory to register them, they are lost. */
    private boolean registerAll() {
        try {
            types.forEach(FlightRecorder::register);
            isRegistered = true;
        } catch (final OutOfMemoryError e) {
            return false;
        }
        return true;
    }
}
