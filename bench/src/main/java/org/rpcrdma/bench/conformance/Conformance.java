// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.conformance;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.rpcrdma.bench.conformance.rows.AtomicRows;
import org.rpcrdma.bench.conformance.rows.BufferRows;
import org.rpcrdma.bench.conformance.rows.CompletionQueueRows;
import org.rpcrdma.bench.conformance.rows.ConnectionRows;
import org.rpcrdma.bench.conformance.rows.CopyRows;
import org.rpcrdma.bench.conformance.rows.DeviceMemoryRows;
import org.rpcrdma.bench.conformance.rows.DomainRows;
import org.rpcrdma.bench.conformance.rows.EventGapRows;
import org.rpcrdma.bench.conformance.rows.FenceRows;
import org.rpcrdma.bench.conformance.rows.ForkRows;
import org.rpcrdma.bench.conformance.rows.IndirectKeyRows;
import org.rpcrdma.bench.conformance.rows.InlineReceiveRows;
import org.rpcrdma.bench.conformance.rows.KeyGapRows;
import org.rpcrdma.bench.conformance.rows.MemoryWindowRows;
import org.rpcrdma.bench.conformance.rows.OnDemandGapRows;
import org.rpcrdma.bench.conformance.rows.OnDemandRows;
import org.rpcrdma.bench.conformance.rows.OrderingRows;
import org.rpcrdma.bench.conformance.rows.PostingRows;
import org.rpcrdma.bench.conformance.rows.PrefetchRows;
import org.rpcrdma.bench.conformance.rows.QueuePairRows;
import org.rpcrdma.bench.conformance.rows.RefusalRows;
import org.rpcrdma.bench.conformance.rows.RegistrationGapRows;
import org.rpcrdma.bench.conformance.rows.RegistrationRows;
import org.rpcrdma.bench.conformance.rows.SendGapRows;
import org.rpcrdma.bench.conformance.rows.SharedReceiveQueueRows;
import org.rpcrdma.bench.conformance.rows.TransportGapRows;

/** All rows, in the order of their areas. */
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
            BufferRows.class,
            DeviceMemoryRows.class,
            OrderingRows.class,
            ForkRows.class,
            CopyRows.class,
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
     * All rows.
     *
     * @return a row for each id.
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
