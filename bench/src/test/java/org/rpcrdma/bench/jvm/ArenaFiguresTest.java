// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.management.JMException;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.arena.VisibleArena;
import org.rpcrdma.bench.TestFigures;
import org.rpcrdma.micrometer.ArenaMeters;
import org.rpcrdma.verbs.jvm.FigureBean;

/** Tests that every exporter contains every component of {@link ArenaFigures}, with its value. */
@SuppressWarnings("try") // arenas that are open only to be visible
class ArenaFiguresTest {
    private static final RecordComponent[] COMPONENTS = ArenaFigures.class.getRecordComponents();
    private static final ArenaFigures FIGURES = TestFigures.from(1_000_000_000);

    @TempDir
    private Path folder;

    @Test
    void shouldBeInTheBean() throws IOException, JMException {
        final var server = ManagementFactory.getPlatformMBeanServer();
        try (VisibleArena visible = VisibleArena.open("figures", () -> FIGURES)) {
            final var bean = VisibleArena.objectName("figures");
            assertEquals(
                    names(name -> name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1)),
                    Arrays.stream(server.getMBeanInfo(bean).getAttributes())
                            .map(attribute -> attribute.getName())
                            .collect(Collectors.toCollection(TreeSet::new)));
            assertEquals(FIGURES, FigureBean.read(ArenaFigures.class, server, bean));
        }
    }

    @Test
    void shouldBeInTheEvent() throws IOException {
        final Path file = folder.resolve("figures.jfr");
        try (VisibleArena visible = VisibleArena.open("recorded", () -> FIGURES);
                Recording recording = new Recording()) {
            recording.enable("org.rpcrdma.ArenaFigures").with("period", "everyChunk");
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        final RecordedEvent event = RecordingFile.readAllEvents(file).stream()
                .filter(read -> read.getEventType().getName().equals("org.rpcrdma.ArenaFigures"))
                .filter(read -> read.getString("arena").equals("recorded"))
                .findFirst()
                .orElseThrow();
        for (final RecordComponent component : COMPONENTS) {
            assertEquals(value(component), event.getLong(component.getName()), component.getName());
        }
    }

    @Test
    void shouldBeMetered() {
        final MeterRegistry registry = new SimpleMeterRegistry();
        new ArenaMeters(() -> FIGURES, Tags.empty()).bindTo(registry);
        final Map<String, Double> measured = registry.getMeters().stream()
                .collect(Collectors.toMap(
                        meter -> meter.getId().getName(),
                        meter -> meter.measure().iterator().next().getValue()));
        for (final RecordComponent component : COMPONENTS) {
            final String name = component.getName();
            final boolean isTime = name.endsWith("Nanos");
            assertEquals(
                    isTime ? value(component) / 1e9 : value(component),
                    measured.remove("rpcrdma.arena."
                            + snake(name).replaceFirst("_(nanos|bytes)$", "").replace('_', '.')),
                    name);
        }
        assertEquals(Map.of(), measured);
        registry.close();
    }

    @Test
    void shouldBePrintedByStat() {
        final StatReport report = new StatReport(7, 1, 2, new TreeMap<>(Map.of("a", FIGURES)));
        final String figures = Arrays.stream(COMPONENTS)
                .map(component -> " " + snake(component.getName()).replace("_nanos", "_ns") + " " + value(component))
                .collect(Collectors.joining());
        assertEquals("[pid 7 arena a" + figures + "]", report.lines().toString());
    }

    @Test
    void shouldBeSummedUp() {
        assertEquals(TestFigures.of(7), TestFigures.of(3).plus(TestFigures.of(4)));
        assertEquals(FIGURES, ArenaFigures.NONE.plus(FIGURES));
        assertEquals(
                FIGURES.shardsFreed() + FIGURES.mappingNanos(),
                Arrays.stream(COMPONENTS)
                        .mapToLong(component -> value(component, FIGURES.countersOnly()))
                        .sum());
    }

    private static TreeSet<String> names(final UnaryOperator<String> form) {
        return Arrays.stream(COMPONENTS)
                .map(component -> form.apply(component.getName()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String snake(final String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static long value(final RecordComponent component) {
        return value(component, FIGURES);
    }

    private static long value(final RecordComponent component, final ArenaFigures figures) {
        try {
            return (long) component.getAccessor().invoke(figures);
        } catch (final ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
