// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.io.IOException;
import org.rpcrdma.bench.console.Choice;
import org.rpcrdma.bench.console.FileUse;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.nic.config.MemoryMode;
import picocli.CommandLine.Option;

/** {@code --workload} and its options: the load of each connection in a comparison. */
public final class WorkloadOptions {
    /** Bytes of a Receive buffer if nothing asks for more. */
    public static final int USUAL_BUFFER = 4096;

    private static final int DEFAULT_RPCS = 100;
    private static final int DEFAULT_SIZE = 1024;
    private static final int MOST_RPCS = 1_000_000;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            converter = Names.class,
            completionCandidates = Names.class,
            description =
                    "the work of each connection: replay a capture, or echo, which sends data and gets it back, up to "
                            + EchoLoad.IN_FLIGHT + " RPCs at a time (default: " + CaptureLoad.LABEL + ")")
    private String workload;

    @Option(
            names = "--capture",
            paramLabel = "FILE",
            description = "pcap or pcapng, plain or gzip, or one of nfs3, nfs41, nfs42fio, which are bundled"
                    + " (default: " + BundledCaptures.DEFAULT + ")")
    @FileUse(FileUse.Kind.READ)
    private String capture;

    @Option(
            names = "--rpcs",
            paramLabel = "N",
            description = "RPCs of each connection, of echo (default: " + DEFAULT_RPCS + ")")
    private Integer rpcs;

    @Option(
            names = "--size",
            paramLabel = "SIZES",
            converter = MessageSizes.Converter.class,
            description =
                    "bytes of data of an RPC, of echo: one size, or sizes with weights that are drawn from, such as"
                            + " 512:0.6,4K:0.3,64K:0.1; up to half a Receive buffer in the messages, more by chunks"
                            + " (default: "
                            + DEFAULT_SIZE + ")")
    private MessageSizes sizes;

    @Option(
            names = "--memory",
            paramLabel = "MODE",
            converter = Modes.class,
            completionCandidates = Modes.class,
            defaultValue = "backed",
            description =
                    "of Receive buffers and chunks: backed, or address-only, which keeps no payload, and changes no"
                            + " other figure: for echo on many connections (default: ${DEFAULT-VALUE})")
    private MemoryMode memory;

    /** The workloads, for the command line. */
    static final class Names extends Choice<String> {
        Names() {
            super(CaptureLoad.LABEL, EchoLoad.LABEL);
        }
    }

    /** The modes of memory, for the command line. */
    static final class Modes extends Choice<MemoryMode> {
        Modes() {
            super(MemoryMode.values());
        }
    }

    /** Returns the load that was asked for. Says if a capture is cut. */
    public Load load(final Integer bufferSize, final long seed, final Captures captures) throws IOException {
        return EchoLoad.LABEL.equals(workload) ? echo(bufferSize, seed) : capture(captures);
    }

    /** Returns the load on a device of the host: payload is echoed there, and compared. */
    public EchoLoad deviceLoad(final Integer bufferSize, final long seed) {
        if (workload != null && !workload.equals(EchoLoad.LABEL)) {
            throw new InputException("--device is for --workload echo: " + workload);
        }
        if (memory != MemoryMode.BACKED) {
            throw new InputException("--device needs --memory backed");
        }
        return echo(bufferSize, seed);
    }

    private CaptureLoad capture(final Captures captures) throws IOException {
        if (memory != MemoryMode.BACKED) {
            throw new InputException(
                    "--memory address-only has no bytes to compare with a capture's; it is for --workload echo");
        }
        if (rpcs != null || sizes != null) {
            throw new InputException((rpcs != null ? "--rpcs" : "--size") + " is for --workload echo");
        }
        final String name = capture == null ? BundledCaptures.DEFAULT : capture;
        return new CaptureLoad(name, captures.read(name));
    }

    private EchoLoad echo(final Integer bufferSize, final long seed) {
        if (capture != null) {
            throw new InputException("--capture is for --workload capture");
        }
        final int count = rpcs == null ? DEFAULT_RPCS : rpcs;
        final MessageSizes drawn = sizes == null ? MessageSizes.of(DEFAULT_SIZE) : sizes;
        InputException.checkRange("--rpcs", count, 1, MOST_RPCS);
        InputException.checkRange("--size", drawn.smallest(), 1, EchoLoad.LARGEST);
        InputException.checkRange("--size", drawn.largest(), 1, EchoLoad.LARGEST);
        return new EchoLoad(count, drawn, bufferSize == null ? USUAL_BUFFER : bufferSize, memory, seed);
    }

    public MemoryMode memoryMode() {
        return memory;
    }
}
