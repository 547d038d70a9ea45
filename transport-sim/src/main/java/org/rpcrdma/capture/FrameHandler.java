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

import org.agrona.DirectBuffer;

/** Takes the frames of a capture file, in their order. */
interface FrameHandler {
    /**
     * Takes a frame; its bytes may be used only during the call.
     *
     * @param timestampNanos nanoseconds since 1970.
     * @param buffer         holds the bytes.
     * @param offset         where they begin.
     * @param captured       how many the capture holds.
     * @param original       how many there were on the wire, unsigned 32-bit.
     */
    void onFrame(long timestampNanos, DirectBuffer buffer, int offset, int captured, long original);

    /** Takes a frame of a link layer that is not read. */
    void onOtherFrame();
}
