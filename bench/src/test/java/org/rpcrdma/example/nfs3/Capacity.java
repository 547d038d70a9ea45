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
package org.rpcrdma.example.nfs3;

/** How much a file system may hold. */
final class Capacity {
    final long bytes;
    final long files;
    private long bytesUsed;
    private long filesUsed;

    Capacity(final long bytes, final long files) {
        this.bytes = bytes;
        this.files = files;
    }

    void takeBytes(final long count) {
        NfsFailure.unless(count <= bytes - bytesUsed, Nfs3.ERR_NOSPC);
        bytesUsed += count;
    }

    void giveBytes(final long count) {
        bytesUsed -= count;
    }

    void takeFile() {
        NfsFailure.unless(filesUsed < files, Nfs3.ERR_NOSPC);
        filesUsed++;
    }

    void giveFile() {
        filesUsed--;
    }

    long bytesFree() {
        return bytes - bytesUsed;
    }

    long filesFree() {
        return files - filesUsed;
    }
}
