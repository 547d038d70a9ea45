// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.agrona.CloseHelper;
import org.rpcrdma.micrometer.ArenaMeters;
import org.rpcrdma.micrometer.FrmrMeters;
import org.rpcrdma.micrometer.ServerMeters;
import org.rpcrdma.rnic.RnicDevice;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.transport.server.ServerConnectionMetrics;
import org.rpcrdma.transport.server.ServerFigures;
import org.rpcrdma.transport.server.VisibleServer;
import org.rpcrdma.verbs.Device;

/** Exposes a server command to {@code stat} and JMX and, if there is a page, to Prometheus. */
public final class ShownServer implements AutoCloseable {
    private final String name;
    private final MetricsPage page;
    private final PrintWriter err;
    private final ShownArenas arenas = new ShownArenas();
    private final ArenaSum sum = new ArenaSum();
    private final List<AutoCloseable> shown = new ArrayList<>();

    /**
     * Creates the display.
     *
     * @param page the page, closed together with this display; null for none.
     */
    public ShownServer(final String name, final MetricsPage page, final PrintWriter err) {
        this.name = name;
        this.page = page;
        this.err = err;
    }

    public void begin(final ServerConnectionMetrics connection) {
        arenas.add(name + "/" + connection.remote().getAddress().getHostAddress(), connection.arena());
        sum.add(connection.arena());
    }

    public void end(final ServerConnectionMetrics connection) {
        arenas.remove(connection.arena());
        sum.remove(connection.arena());
    }

    /** Exposes a server. The server's arenas and its device's pools are also exported to Prometheus. */
    public void show(final RpcRdmaServer server, final Device device) {
        final Supplier<ServerFigures> figures = server.newFigures();
        show(() -> VisibleServer.open(name, figures));
        if (page != null) {
            final MeterRegistry registry = page.registry();
            new ServerMeters(figures, Tags.of("server", name)).bindTo(registry);
            new ArenaMeters(sum, Tags.of("arena", name)).bindTo(registry);
            if (device instanceof RnicDevice rnic) {
                new FrmrMeters(rnic.frmrPools(), Tags.of("device", device.name())).bindTo(registry);
            }
        }
    }

    /** Exports a service's counter to Prometheus, if there is a page. */
    public void count(final String meter, final String description, final LongAdder total, final String... tags) {
        if (page != null) {
            FunctionCounter.builder(meter, total, LongAdder::sum)
                    .description(description)
                    .tags(Tags.of(tags).and("server", name))
                    .register(page.registry());
        }
    }

    private void show(final Supplier<AutoCloseable> display) {
        try {
            shown.add(display.get());
        } catch (final IllegalArgumentException | IllegalStateException e) {
            err.println("rpcrdma: " + name + " cannot be shown in JMX: " + e.getMessage());
            err.flush();
        }
    }

    /** Ends the display. The server and its event loop may already be closed. */
    @Override
    public void close() {
        CloseHelper.close(page);
        CloseHelper.closeAll(shown);
        arenas.close();
    }
}
