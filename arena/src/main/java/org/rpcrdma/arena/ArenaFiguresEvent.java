// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;

/**
 * The event {@code org.rpcrdma.ArenaFigures}, which records the figures of each visible arena once per period. Its
 * fields are the components of {@link ArenaFigures}.
 *
 * <p>The event is registered with the recorder only while an arena is visible, so that a class loader without visible
 * arenas can be unloaded. The event class is defined only when the recorder starts. Defining it takes half a second,
 * which would delay programs that make no recording.
 */
final class ArenaFiguresEvent implements FlightRecorderListener {
    private static final RecordComponent[] FIGURES = ArenaFigures.class.getRecordComponents();
    private static final Map<String, Supplier<ArenaFigures>> VISIBLE = new ConcurrentHashMap<>();

    /** The registered event; null while no arena is visible. */
    private static ArenaFiguresEvent known;

    private final Runnable hook = this::commitAll;

    /** Creates the events. This field is null until the recorder starts. */
    private volatile EventFactory events;

    private volatile boolean isEnded;

    private ArenaFiguresEvent() {}

    static synchronized void add(final String name, final Supplier<ArenaFigures> figures) {
        VISIBLE.put(name, figures);
        if (known == null) {
            known = new ArenaFiguresEvent();
            FlightRecorder.addListener(known);
        }
    }

    static synchronized void remove(final String name) {
        VISIBLE.remove(name);
        if (VISIBLE.isEmpty() && known != null) {
            FlightRecorder.removeListener(known);
            known.end();
            known = null;
        }
    }

    private void end() {
        isEnded = true;
        if (events != null) {
            unregister();
        }
    }

    private void unregister() {
        FlightRecorder.removePeriodicEvent(hook);
        events.unregister();
    }

    /**
     * Takes no lock, because the recorder calls this method while it holds its own lock, and {@link #add} and
     * {@link #remove} wait for that lock.
     */
    @Override
    public void recorderInitialized(final FlightRecorder recorder) {
        events = define();
        FlightRecorder.addPeriodicEvent(events.newEvent().getClass(), hook);
        if (isEnded) {
            unregister();
        }
    }

    private static EventFactory define() {
        final List<ValueDescriptor> fields = new ArrayList<>();
        fields.add(new ValueDescriptor(String.class, "arena", List.of(new AnnotationElement(Label.class, "Arena"))));
        for (final RecordComponent figure : FIGURES) {
            fields.add(new ValueDescriptor(long.class, figure.getName(), unit(figure.getName())));
        }
        return EventFactory.create(
                List.of(
                        new AnnotationElement(Name.class, "org.rpcrdma.ArenaFigures"),
                        new AnnotationElement(Label.class, "Arena Figures"),
                        new AnnotationElement(Description.class, "The figures of an arena that is visible to JMX"),
                        new AnnotationElement(Category.class, new String[] {"rpcrdma", "Receive arena"}),
                        new AnnotationElement(StackTrace.class, false),
                        new AnnotationElement(Period.class, "10 s")),
                fields);
    }

    private void commitAll() {
        VISIBLE.forEach((name, figures) -> commit(events.newEvent(), name, figures.get()));
    }

    private static List<AnnotationElement> unit(final String figure) {
        if (figure.endsWith("Bytes")) {
            return List.of(new AnnotationElement(DataAmount.class, DataAmount.BYTES));
        }
        return figure.endsWith("Nanos")
                ? List.of(new AnnotationElement(Timespan.class, Timespan.NANOSECONDS))
                : List.of();
    }

    private static void commit(final Event event, final String arena, final ArenaFigures figures) {
        event.set(0, arena);
        for (int i = 0; i < FIGURES.length; i++) {
            try {
                event.set(1 + i, FIGURES[i].getAccessor().invoke(figures));
            } catch (final ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read a figure: " + FIGURES[i], e);
            }
        }
        event.commit();
    }
}
