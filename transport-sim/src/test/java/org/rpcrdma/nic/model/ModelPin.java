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
package org.rpcrdma.nic.model;

/** Memory that is pinned for a region and for those that share it. */
final class ModelPin {
    private final ModelHost host;
    private final int pages;
    final boolean isReadOnly;
    private int holders;

    ModelPin(final ModelHost host, final int pages, final boolean isReadOnly) {
        this.host = host;
        this.pages = pages;
        this.isReadOnly = isReadOnly;
    }

    void hold() {
        if (holders++ == 0) {
            host.pinned += pages;
        }
    }

    void letGo() {
        if (--holders == 0) {
            host.pinned -= pages;
        }
    }
}
