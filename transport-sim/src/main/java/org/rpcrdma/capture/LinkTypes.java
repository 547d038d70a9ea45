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
package org.rpcrdma.capture;

import java.nio.file.Path;

/** Names of the link types, from the registry of tcpdump.org, that captures of RDMA traffic may have and that are refused. */
final class LinkTypes {
    private LinkTypes() {}

    static CaptureException refused(final Path file, final int linkType) {
        return new CaptureException(file, "link type " + linkType + nameOf(linkType) + "; accepted is Ethernet (1)");
    }

    private static String nameOf(final int linkType) {
        return switch (linkType) {
            case 0 -> " (BSD loopback)";
            case 101 -> " (raw IP)";
            case 105 -> " (IEEE 802.11)";
            case 113 -> " (Linux cooked)";
            case 197 -> " (ERF)";
            case 228 -> " (raw IPv4)";
            case 229 -> " (raw IPv6)";
            case 247 -> " (InfiniBand)";
            case 276 -> " (Linux cooked, version 2)";
            default -> "";
        };
    }
}
