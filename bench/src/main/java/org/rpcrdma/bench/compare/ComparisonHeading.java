// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.rpcrdma.bench.load.Load;
import org.rpcrdma.bench.settings.CapturedSetting;
import org.rpcrdma.bench.settings.ClientTraffic;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.ConnectionCalls;
import org.rpcrdma.bench.settings.Sends;
import org.rpcrdma.sim.config.MemoryMode;

/** Describes the compared calls, connections, server and simulated hardware. */
public final class ComparisonHeading {
    private static final String VERSIONS =
            "patch: svcrdma Receive buffer arenas, RFC v2 of 11 August 2025; buffers as in Linux 6.6 and later, 2 x credits"
                    + " + 7 (72 for 64 credits in the patch's mail); traced: Linux 6.1";

    private final Load load;
    private final ComparisonSettings settings;
    private final ComparisonResult result;

    public ComparisonHeading(final Comparison comparison, final ComparisonResult result) {
        load = comparison.load();
        settings = comparison.settings();
        this.result = result;
    }

    /** Describes the calls and connections. */
    String calls() {
        return SpreadText.format(
                "%s: %s per connection; %s%s",
                load.title(),
                SpreadText.things(load.rpcs(), "RPC"),
                arrivals(),
                settings.buffers().isShared() ? "; one arena" : "");
    }

    /** Returns the settings that were taken from the capture; empty if the capture does not determine any of them. */
    public String told() {
        if (!(settings.calls() instanceof ConnectionCalls.Capture capture)
                || capture.told().isEmpty()) {
            return "";
        }
        final Set<CapturedSetting> settingsTold = EnumSet.copyOf(capture.told());
        final boolean isSizeTold =
                settingsTold.contains(CapturedSetting.BUFFERS) && settingsTold.remove(CapturedSetting.BUFFER_SIZE);
        final List<String> told = new ArrayList<>();
        for (final CapturedSetting setting : settingsTold) {
            told.add(
                    switch (setting) {
                        case CREDITS -> SpreadText.things(settings.buffers().credits(), "credit");
                        case BUFFERS ->
                            SpreadText.things(settings.buffers().count(), "Receive buffer")
                                    + (isSizeTold
                                            ? SpreadText.format(
                                                    " of %,d bytes",
                                                    settings.buffers().size())
                                            : "");
                        case BUFFER_SIZE ->
                            SpreadText.format(
                                    "buffers of %,d bytes", settings.buffers().size());
                        case CONNECTIONS -> SpreadText.things(settings.traffic().connections(), "connection");
                        case ARRIVALS ->
                            SpreadText.format(
                                    "%.1f connections per second",
                                    settings.traffic().arrivals());
                    });
        }
        return "from the capture: " + String.join(", ", told);
    }

    /** Briefly describes the server and its buffers. */
    String hosts() {
        return SpreadText.format(
                "%s, IOMMU %s; %s; %s, %,d Receive buffers",
                result.hardware().machine(),
                result.hardware().iommu(),
                SpreadText.things(settings.host().processors(), "processor"),
                SpreadText.things(settings.buffers().credits(), "credit"),
                settings.buffers().count());
    }

    /** Returns the settings that affect the figures in the table, one per line. */
    List<String> lines() {
        final String server = SpreadText.format(
                "server: %,d processor%s, %,d thread%s; %,d credit%s, %,d buffers of %,d bytes%s, shards of %,d; %s%s",
                settings.host().processors(),
                plural(settings.host().processors()),
                settings.host().threads(),
                plural(settings.host().threads()),
                settings.buffers().credits(),
                plural(settings.buffers().credits()),
                settings.buffers().count(),
                settings.buffers().size(),
                settings.buffers().isShared() ? " at most" : "",
                settings.buffers().shardSize(),
                settings.buffers().sends() == Sends.KEPT
                        ? "sends kept by connections"
                        : "sends from one arena per processor",
                (settings.buffers().warmPools() ? ", warm FRMR pools" : "")
                        + (settings.buffers().memory() == MemoryMode.ADDRESS_ONLY ? ", address-only memory" : ""));
        return List.of(
                calls() + (settings.traffic().isAtOnce() ? "" : " (exponential gaps)") + "; " + settings.seeds(),
                server,
                hardware(),
                VERSIONS);
    }

    /** Describes how connections arrive. */
    private String arrivals() {
        final ClientTraffic traffic = settings.traffic();
        final String clients = traffic.nconnect() == 1
                ? ""
                : SpreadText.format(
                        "%s with %d connections each, ",
                        SpreadText.things(traffic.clients(), "client"), traffic.nconnect());
        return clients
                + SpreadText.things(traffic.connections(), "connection")
                + (traffic.isAtOnce() ? " at once" : ", " + plain(traffic.arrivals()) + " per second")
                + (traffic.mounted() ? ", mounted" : "")
                + (traffic.thinkNanos() == 0
                        ? ""
                        : SpreadText.format(", %,d us between calls", traffic.thinkNanos() / 1000));
    }

    /** Formats a number without an exponent. */
    private static String plain(final double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static String plural(final int count) {
        return count == 1 ? "" : "s";
    }

    /** Describes the simulated hardware, which affects all figures. */
    private String hardware() {
        final StringBuilder text = new StringBuilder("simulated: machine ")
                .append(result.hardware().machine());
        if (!result.hardware().iommu().equals("off")) {
            text.append(", page-table leaves of " + result.hardware().leaves());
        }
        text.append(", IOMMU ").append(result.hardware().iommu());
        result.hardware()
                .set()
                .forEach((name, value) ->
                        text.append(", ").append(name).append('=').append(plain(value)));
        return text.toString();
    }
}
