// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.load.BundledCaptures;
import org.rpcrdma.bench.load.CaptureLoad;
import org.rpcrdma.bench.load.EchoLoad;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.MessageSizes;
import org.rpcrdma.bench.settings.MessageSizes.MessageSize;
import org.rpcrdma.sim.config.MemoryMode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code --workload} and the related options, which determine the load that each connection in a comparison generates.
 */
final class WorkloadOptions {
    private static final int DEFAULT_RPCS = 100;
    private static final int DEFAULT_SIZE = 1024;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            converter = Names.class,
            completionCandidates = Names.class,
            description =
                    "the calls of each connection: capture replays a capture; echo sends data and receives it back, "
                            + "with up to "
                            + EchoLoad.IN_FLIGHT + " RPCs in flight (default: " + CaptureLoad.LABEL + ")")
    private String workload;

    @Option(
            names = "--capture",
            paramLabel = "FILE",
            description = "a pcap or pcapng file, plain or compressed, or a bundled capture: nfs3, nfs41 or nfs42fio"
                    + " (default: " + BundledCaptures.DEFAULT + ")")
    @FileUse(FileUse.Kind.READ)
    private String capture;

    @Option(
            names = "--rpcs",
            paramLabel = "N",
            description = "RPCs per connection, for echo (default: " + DEFAULT_RPCS + ")")
    private Integer rpcs;

    @Option(
            names = "--size",
            paramLabel = "SIZES",
            converter = Sizes.class,
            description = "bytes of data per RPC, for echo: one size, or weighted sizes to draw from, such as "
                    + "512:0.6,4K:0.3,64K:0.1; data of up to half a Receive buffer is sent inline, larger data in "
                    + "chunks (default: " + DEFAULT_SIZE + ")")
    private MessageSizes sizes;

    @Option(
            names = "--memory",
            paramLabel = "MODE",
            converter = Modes.class,
            completionCandidates = Modes.class,
            defaultValue = "backed",
            description = "memory for Receive buffers and chunks: backed, or address-only, which stores no payload but "
                    + "leaves all other figures unchanged; useful for echo on many connections (default: "
                    + "${DEFAULT-VALUE})")
    private MemoryMode memory;

    /** The values of {@code --workload}. */
    static final class Names extends Choice<String> {
        Names() {
            super(CaptureLoad.LABEL, EchoLoad.LABEL);
        }
    }

    /** The values of {@code --memory}. */
    static final class Modes extends Choice<MemoryMode> {
        Modes() {
            super(MemoryMode.values());
        }
    }

    /**
     * Converts texts such as {@code 1K} or {@code 512:0.6,4K:0.3,64K:0.1}. Without weights, all sizes are equally
     * likely.
     */
    static final class Sizes implements ITypeConverter<MessageSizes> {
        private final ByteSize bytes = new ByteSize();

        @Override
        public MessageSizes convert(final String text) {
            final List<MessageSize> sizes = new ArrayList<>();
            final String[] parts = text.split(",", -1);
            final long weighted =
                    Arrays.stream(parts).filter(part -> part.indexOf(':') >= 0).count();
            if (weighted != 0 && weighted != parts.length) {
                throw new TypeConversionException("'" + text + "' has weights for " + weighted + " of " + parts.length
                        + " sizes; give a weight for all sizes, or for none");
            }
            for (final String part : parts) {
                final int colon = part.indexOf(':');
                final int size = bytes.convert(
                        part.substring(0, colon < 0 ? part.length() : colon).strip());
                sizes.add(colon < 0 ? new MessageSize(size, 1) : weighted(size, part.substring(colon + 1), part));
            }
            return new MessageSizes(sizes);
        }

        private static MessageSize weighted(final int size, final String weight, final String part) {
            try {
                return new MessageSize(size, Double.parseDouble(weight));
            } catch (final IllegalArgumentException e) {
                throw new TypeConversionException(
                        "'" + part + "' is not SIZE:WEIGHT with a weight from 0.000001 to 1000000, such as 4K:0.3");
            }
        }
    }

    /** Returns true if a capture was named. */
    boolean namesCapture() {
        return capture != null;
    }

    /** Sets the workload. */
    void set(final ComparisonSettings.Builder settings) {
        settings.memory(memory);
        if (EchoLoad.LABEL.equals(workload)) {
            setEcho(settings);
            return;
        }
        if (rpcs != null || sizes != null) {
            throw new InputException((rpcs != null ? "--rpcs" : "--size") + " requires --workload echo");
        }
        settings.capture(capture == null ? BundledCaptures.DEFAULT : capture);
    }

    /** Sets the workload for a device of the host. The server echoes the payload, and the client verifies it. */
    void setForDevice(final ComparisonSettings.Builder settings) {
        if (workload != null && !workload.equals(EchoLoad.LABEL)) {
            throw new InputException("--device requires --workload echo: --workload=" + workload);
        }
        if (memory != MemoryMode.BACKED) {
            throw new InputException("--device requires --memory backed");
        }
        setEcho(settings);
    }

    private void setEcho(final ComparisonSettings.Builder settings) {
        if (capture != null) {
            throw new InputException("--capture requires --workload capture");
        }
        settings.echo(rpcs == null ? DEFAULT_RPCS : rpcs, sizes == null ? MessageSizes.of(DEFAULT_SIZE) : sizes);
    }
}
