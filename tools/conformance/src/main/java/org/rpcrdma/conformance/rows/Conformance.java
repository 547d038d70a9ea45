// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.rpcrdma.conformance.runner.Row;
import org.rpcrdma.conformance.runner.Rule;

/** All rows, ordered by area. */
public final class Conformance {
    private static final List<Class<?>> AREAS = List.of(
            RegistrationRows.class,
            MemoryWindowRows.class,
            AtomicRows.class,
            PostingRows.class,
            RefusalRows.class,
            OnDemandRows.class,
            PrefetchRows.class,
            IndirectKeyRows.class,
            CompletionQueueRows.class,
            InlineReceiveRows.class,
            SharedReceiveQueueRows.class,
            QueuePairRows.class,
            DomainRows.class,
            OrderingRows.class,
            ConnectionRows.class,
            RegistrationGapRows.class,
            TransportGapRows.class,
            SendGapRows.class,
            EventGapRows.class,
            OnDemandGapRows.class,
            KeyGapRows.class,
            FenceRows.class);

    private Conformance() {}

    /**
     * Returns all rows.
     *
     * @return one row per id.
     */
    public static List<Row> rows() {
        final List<Row> rows = new ArrayList<>();
        for (final Class<?> area : AREAS) {
            Arrays.stream(area.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(Rule.class))
                    .sorted(Comparator.comparing(Conformance::id))
                    .map(Row::new)
                    .forEach(rows::add);
        }
        return rows;
    }

    private static String id(final Method method) {
        return method.getAnnotation(Rule.class).id();
    }
}
