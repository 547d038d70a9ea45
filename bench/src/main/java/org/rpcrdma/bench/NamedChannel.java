/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rpcrdma.bench.file.IoReason;

/**
 * A file that an option names, being written: what fails says so with the option and the name.
 *
 * @param option  for example {@code --out}
 * @param name    of the file
 * @param channel where it goes
 */
record NamedChannel(String option, String name, WritableByteChannel channel) implements WritableByteChannel {
    @Override
    public int write(final ByteBuffer bytes) throws IOException {
        try {
            return channel.write(bytes);
        } catch (final IOException e) {
            throw new IOException("cannot write " + option + " " + name + ": " + IoReason.of(e), e);
        }
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    /** Another program may have cut the file behind what was written last. */
    @Override
    public void close() throws IOException {
        try (channel) {
            if (channel instanceof FileChannel file && Files.isRegularFile(Path.of(name)) && isCut(file)) {
                throw new IOException("cannot write " + option + " " + name
                        + ": it was cut while it was written: length=" + file.size() + " written=" + file.position());
            }
        }
    }

    private static boolean isCut(final FileChannel file) throws IOException {
        return file.isOpen() && file.size() < file.position();
    }
}
