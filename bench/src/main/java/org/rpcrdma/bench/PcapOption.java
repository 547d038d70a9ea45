// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.agrona.DirectBuffer;
import org.rpcrdma.bench.argument.FileUse;
import org.rpcrdma.bench.compare.Personalities;
import org.rpcrdma.bench.console.ExitHooks;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.NamedChannel;
import org.rpcrdma.bench.file.IoReason;
import org.rpcrdma.bench.trace.FrameTap;
import org.rpcrdma.capture.CaptureWriter;
import org.rpcrdma.rnic.DeviceTap;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.udp.UdpDevice;
import org.rpcrdma.udp.UdpDeviceProvider;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.VerbsException;
import picocli.CommandLine.Option;

/** {@code --pcap FILE}: writes the datagrams of a UDP device to a file. Not thread-safe. */
public final class PcapOption {
    private static final long NANOS = 1_000_000_000;

    @Option(
            names = "--pcap",
            paramLabel = "FILE",
            description =
                    "write each datagram that a udp:ADDRESS device sends or receives to a pcap file for decode, lint"
                            + " and Wireshark; IP and UDP headers are reconstructed")
    @FileUse(FileUse.Kind.WRITTEN_TO_DISK)
    private Path file;

    /**
     * The open pcap file, if one was requested. Several devices can be opened one after the other. The file is
     * completed when the JVM exits, unless the JVM is killed.
     */
    public static final class Pcap implements Closeable {
        private final CaptureWriter writer;
        private final Thread onExit = new Thread(this::end);
        private boolean isEnded;

        private Pcap(final CaptureWriter writer) {
            this.writer = writer;
            if (writer != null) {
                Runtime.getRuntime().addShutdownHook(onExit);
            }
        }

        /**
         * Opens a device and, if it is a UDP device, writes its packets to the file.
         *
         * @param name the device's name.
         * @return the device; the caller closes it.
         * @throws org.rpcrdma.verbs.VerbsException if the device does not exist.
         */
        public Device open(final String name) {
            return writer == null || !Personalities.isUdp(name)
                    ? Devices.open(name)
                    : new UdpDeviceProvider().open(name, this::tap);
        }

        private DeviceTap tap(final UdpDevice device, final Timeline timeline) {
            final Instant now = Instant.now();
            final long origin = now.getEpochSecond() * NANOS + now.getNano() - timeline.nanoTime();
            return new WritingTap(new FrameTap(writer, timeline, origin));
        }

        private synchronized void end() {
            if (!isEnded) {
                isEnded = true;
                try {
                    writer.close();
                } catch (final IOException e) {
                    System.err.println("rpcrdma: " + e.getMessage());
                }
            }
        }

        @Override
        public void close() throws IOException {
            if (writer == null) {
                return;
            }
            ExitHooks.remove(onExit);
            synchronized (this) {
                if (!isEnded) {
                    isEnded = true;
                    writer.close();
                }
            }
        }

        /**
         * Writes packets until the file is closed and ignores later packets, because a device may still be in use when
         * the JVM exits.
         */
        private final class WritingTap implements DeviceTap {
            private final FrameTap frames;

            WritingTap(final FrameTap frames) {
                this.frames = frames;
            }

            @Override
            public boolean takesDatagrams() {
                return true;
            }

            @Override
            public void onDatagram(final DirectBuffer packet, final int length, final long nanos) {
                synchronized (Pcap.this) {
                    if (!isEnded) {
                        frames.onDatagram(packet, length, nanos);
                    }
                }
            }
        }
    }

    /** Called by picocli. */
    public PcapOption() {}

    /**
     * Checks that one of the devices is a UDP device and can be opened. This check comes first because {@link #open}
     * overwrites an existing file.
     *
     * @param devices the devices' names, which may be null.
     * @throws InputException if no device is a UDP device, or the device cannot be opened.
     */
    public void requireDevice(final String... devices) {
        if (file == null) {
            return;
        }
        for (final String device : devices) {
            if (device != null && Personalities.isUdp(device)) {
                requireItOpens(device);
                return;
            }
        }
        throw new InputException("--pcap requires a udp:ADDRESS device: " + file);
    }

    private static void requireItOpens(final String device) {
        try {
            Devices.open(device).close();
        } catch (final VerbsException e) {
            throw new InputException("--device " + device + ": " + e.getMessage());
        }
    }

    /**
     * Opens the file if the option was given.
     *
     * @return the file; the caller closes it.
     * @throws InputException if the file cannot be written.
     */
    public Pcap open() {
        if (file == null) {
            return new Pcap(null);
        }
        try {
            final FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
            return new Pcap(new CaptureWriter(new NamedChannel("--pcap", file.toString(), channel)));
        } catch (final IOException e) {
            throw new InputException("--pcap cannot be written: " + file + ": " + IoReason.of(e));
        }
    }
}
