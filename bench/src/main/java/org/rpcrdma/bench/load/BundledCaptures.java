// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.ProgressLine;
import org.rpcrdma.replay.Workload;

/** The bundled sample captures, which contain real NFS/RDMA traffic between Linux kernels. */
public final class BundledCaptures {
    /** The capture that is replayed by default. */
    public static final String DEFAULT = "nfs3";

    /** The names of the captures. */
    public static final List<String> NAMES = List.of("nfs3", "nfs41", "nfs42fio");

    private BundledCaptures() {}

    /** Reads a capture from a file. */
    public interface FileReader<T> {
        T read(Path file) throws IOException;
    }

    /** Reads a capture from a stream. */
    public interface StreamReader<T> {
        T read(Path name, InputStream bytes) throws IOException;
    }

    /** Returns the path for a name from the command line; {@code -} is standard input. */
    public static Path path(final String name) {
        return Path.of(name.equals("-") ? "/dev/stdin" : name);
    }

    /** Reads the workload of a capture file or, if there is no file with this name, of a bundled capture. */
    public static Workload read(final String name) throws IOException {
        return read(name, BundledCaptures::readShown, Workload::read);
    }

    private static Workload readShown(final Path file) throws IOException {
        if (!ShownCapture.isShown(file)) {
            return Workload.read(file);
        }
        try (ProgressLine line = new ProgressLine();
                InputStream bytes = new BufferedInputStream(ShownCapture.open(file, line))) {
            return Workload.read(file, bytes);
        }
    }

    private static Path existing(final String name) {
        if (name.isEmpty()) {
            throw new InputException(
                    "a capture must be the name of a file or of a bundled capture: " + String.join(", ", NAMES));
        }
        final Path file = path(name);
        if (!Files.exists(file)) {
            throw new InputException(name + ": no such file or bundled capture: " + String.join(", ", NAMES));
        }
        return file;
    }

    /** Reads a capture file or, if there is no file with this name, a bundled capture. */
    public static <T> T read(final String name, final FileReader<T> fromFile, final StreamReader<T> fromStream)
            throws IOException {
        if (!NAMES.contains(name) || Files.exists(Path.of(name))) {
            return fromFile.read(existing(name));
        }
        final String resource = "/captures/" + name + ".pcap.gz";
        try (InputStream file = BundledCaptures.class.getResourceAsStream(resource);
                InputStream buffered = new BufferedInputStream(file)) {
            return fromStream.read(Path.of(name), buffered);
        }
    }
}
