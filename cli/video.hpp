#pragma once

/// Pictures one after the other as a video (.mp4, H.264), by the program ffmpeg.

#include <string>
#include <vector>

#include "io/output_file.hpp"
#include "io/picture/image.hpp"

namespace isocloth::cli {

class VideoWriter {
 public:
  /// Starts ffmpeg, which writes beside `path`. InputError that says what to install where there is none.
  VideoWriter(const std::string& path, int width, int height, double frames_per_second);
  ~VideoWriter();  ///< a video that was not finished leaves no file
  VideoWriter(const VideoWriter&) = delete;
  VideoWriter& operator=(const VideoWriter&) = delete;

  /// InputError where ffmpeg has ended.
  void add(const io::Image& image);

  /// The file is whole and in its place when this returns; InputError where ffmpeg failed.
  void finish();

 private:
  void close_pipe();
  bool wait();

  io::OutputFile file_;
  int pipe_ = -1;
  int process_ = -1;
};

}  // namespace isocloth::cli
